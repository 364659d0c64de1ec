import { expect, it } from "vitest";
import { openPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible } from "../../support/process/signed-in-page.ts";

startBrowser();

it("the page of the local issuer has one field, says what is wrong, and signs a person in by Enter", async () => {
  const { page, foreign, complaints } = await openPage("/session/sign-in?returnTo=/docs");
  const field = page.getByRole("textbox", { name: "E-mail address" });
  expect(await page.getByRole("textbox").count()).toBe(1);
  expect(await page.evaluate("document.activeElement.id")).toBe("username");
  expect(complaints).toEqual([]);
  await field.fill("nobody");
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(await page.getByRole("alert").textContent()).toContain("This is not an e-mail address.");
  await expectAccessible(page);
  // Of the refusal above and of the script by which axe came.
  complaints.length = 0;
  await field.fill("page@example.com");
  await field.press("Enter");
  await page.waitForURL("**/docs");
  expect(await page.evaluate("fetch('/session').then((answer) => answer.json())")).toMatchObject({ signedIn: true });
  expect([foreign, complaints]).toEqual([[], []]);
});
