/**
 * What Lambda loads of a function: its bundle, and the check of its permissions for the event of the gate. No other event has
 * this property. The check is loaded only for it, and costs no request anything.
 */
import { handler as serve } from "./index.mjs";

export const handler = async (event, context) => {
  if (!event?.selfCheck) return serve(event, context);
  const { selfCheck } = await import("./self-check.mjs");
  return selfCheck(event.selfCheck, process.env);
};
