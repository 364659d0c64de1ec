/** One person's way through the whole app, from the first page to the signed-out one, in both sizes. */
import { execFileSync } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { type OpenPage, openPage, startBrowser } from "../../support/process/browser.ts";
import { localStack } from "../../support/process/stack.ts";
import { startReceiver } from "../../support/webhook/receiver.ts";

startBrowser();

let opened: OpenPage;
afterEach(async () => {
  await opened.page.close();
  expect([opened.foreign, opened.complaints]).toEqual([[], []]);
});

const patience = { timeout: 120_000 };

it.each([1280, 390])(
  "signs in, uses a key, hears a webhook, imports, looks, undoes and signs out, %i wide",
  async (width) => {
    const { baseUrl } = await localStack();
    const receiver = await startReceiver();
    opened = await openPage("/", { width, height: 900 });
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    const go = async (name: string) => {
      const link = page.getByRole("navigation").getByRole("link", { name, exact: true }).filter({ visible: true });
      await page.getByRole("navigation").waitFor();
      if ((await link.count()) === 0) await page.getByRole("button", { name: "More", exact: true }).first().click();
      await link.click();
    };

    // The first page waits until the function of sessions has started.
    await page.getByRole("link", { name: "Sign in" }).click(patience);
    await page.getByRole("textbox", { name: "E-mail address" }).fill(`walk-${width}@example.com`);
    await page.keyboard.press("Enter");

    await go("Developer");
    await page.getByRole("button", { name: "New key" }).click();
    await dialog.getByLabel("Label").fill("Laptop");
    await dialog.getByRole("button", { name: "Create" }).click();
    const key = (await dialog.getByText(/^service_key_\w{12}_\w{49}$/).textContent()) ?? "";
    await page.keyboard.press("Escape");
    const list = (path: string) => {
      const answer = execFileSync("curl", ["-sf", `${baseUrl}${path}`, "-H", `authorization: Bearer ${key}`]);
      return JSON.parse(answer.toString()) as { pagination: { totalCount: number } };
    };
    expect(list("/contacts").pagination.totalCount).toBe(0);

    await page.getByRole("button", { name: "New webhook" }).click();
    await dialog.getByLabel("URL").fill(receiver.url);
    await dialog.getByRole("checkbox", { name: "contact.created" }).check();
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByText(/^whsec_/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText(/^Answered 204 after/).waitFor();

    await go("Import");
    await page.getByRole("button", { name: "Look around with 200 made-up people" }).click();
    await page.getByRole("heading", { name: "Imported 200 contacts" }).waitFor(patience);
    expect(list("/contacts").pagination.totalCount).toBe(200);
    await page.getByRole("link", { name: "See them on the map" }).click();
    await page.getByText("200 pins in this view.").waitFor(patience);

    await go("Settings");
    await page.getByRole("button", { name: "Undo import" }).click();
    await expect.poll(() => list("/contacts").pagination.totalCount, patience).toBe(0);
    await go("Map");
    // An empty account leads on.
    await page
      .getByRole("main")
      .getByRole("link", { name: /import/i })
      .waitFor(patience);

    if (width < 640) await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: "Sign out" }).filter({ visible: true }).first().click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    expect(await page.evaluate("fetch('/session').then((answer) => answer.json())")).toEqual({ signedIn: false });
  },
);
