/** A fault in a line for whoever runs the local host. */
export function faultText(fault: unknown): string {
  return fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault);
}
