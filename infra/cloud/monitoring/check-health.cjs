// Runs in CloudWatch Synthetics, outside of the stack: calls the health routes, and fails if one reports a failure twice.
const { setTimeout: pause } = require("node:timers/promises");

const pauseMilliseconds = Number(process.env.PAUSE_MILLISECONDS ?? 5_000);

exports.handler = async () => {
  for (const path of ["/health/live", "/health/ready"]) {
    // A single lost packet, or a service that recovers at once, is not worth an alarm.
    await check(path).catch(async () => {
      await pause(pauseMilliseconds);
      await check(path);
    });
  }
};

async function check(path) {
  const response = await fetch(process.env.API_URL + path, { signal: AbortSignal.timeout(10_000) });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`);
  const { status } = JSON.parse(body);
  if (status !== "ok") throw new Error(`${path} says ${status}: ${body}`);
}
