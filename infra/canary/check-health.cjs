// Runs in CloudWatch Synthetics, outside of everything that it watches: calls the health routes and fails when one is not well.
exports.handler = async () => {
  for (const path of ["/health/live", "/health/ready"]) {
    const response = await fetch(process.env.API_URL + path, { signal: AbortSignal.timeout(10_000) });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`);
    const { status } = JSON.parse(body);
    if (status !== "ok") throw new Error(`${path} says ${status}: ${body}`);
  }
};
