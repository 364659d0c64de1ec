// Runs in CloudWatch Synthetics, outside of the stack: calls the health routes, and fails if one reports a failure.
exports.handler = async () => {
  for (const path of ["/health/live", "/health/ready"]) {
    const response = await fetch(process.env.API_URL + path, { signal: AbortSignal.timeout(10_000) });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`);
    const { status } = JSON.parse(body);
    if (status !== "ok") throw new Error(`${path} says ${status}: ${body}`);
  }
};
