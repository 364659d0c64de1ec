/** A headless browser that reaches only the named hosts. */
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

export async function launchBrowser(addresses: readonly string[]): Promise<Browser> {
  const hosts = addresses.map((address) => `EXCLUDE ${new URL(address).hostname}`);
  return playwright.launch({
    // Not the package's own arguments: they switch web security off, and one process for all ends with its first page.
    args: ["--no-sandbox", "--disable-gpu", `--host-resolver-rules=MAP * ~NOTFOUND, ${hosts.join(", ")}`],
    executablePath: await chromium.executablePath(),
    headless: true,
  });
}
