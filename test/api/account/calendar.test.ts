import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

const makeToken = (token: string, headers: Record<string, string> = {}) =>
  api("/me/calendar-token", { method: "POST", token, headers });

/** The path of a new feed. */
async function feedOf(token: string): Promise<string> {
  const made = await makeToken(token);
  // The address is a secret, so it is only in the body.
  expect([made.status, made.headers.get("location")]).toEqual([201, null]);
  const { url } = (await made.json()) as { url: string };
  const { baseUrl } = await localStack();
  expect(url.startsWith(`${baseUrl}/calendar/`)).toBe(true);
  return url.slice(baseUrl.length);
}

async function eventsOf(path: string) {
  const answer = await api(path);
  expect(answer.status).toBe(200);
  const events = new ICAL.Component(ICAL.parse(await answer.text())).getAllSubcomponents("vevent");
  return events.map((event) => new ICAL.Event(event));
}

describe("the calendar feed", () => {
  it("shows the important dates at its address without credentials", async () => {
    const { token } = await freshAccount();
    const path = await feedOf(token);
    expect(path).toMatch(/^\/calendar\/[\w-]{70}\.ics$/);
    expect(await eventsOf(path)).toEqual([]);
    const importantDates = [{ type: "birthday", date: "1988-02-29", notifyDaysBefore: 3, note: "Tea" }];
    const { contact } = await createContact(token, { firstName: "Ann", importantDates });
    const [event] = await eventsOf(path);
    expect(event).toMatchObject({ summary: "Ann: birthday (1988)", description: "Tea" });
    expect(event?.uid).toBe(`${contact.importantDates[0]?.id}@important-dates`);
    expect(await eventsOf(`/api${path}`)).toHaveLength(1);
    await api("/me/settings", { method: "PATCH", token, json: { language: "de", leapDay: "mar1" } });
    const [changed] = await eventsOf(path);
    expect(changed?.summary).toBe("Ann: Geburtstag (1988)");
    expect(changed?.component.getFirstPropertyValue("rrule")?.toString()).toBe("FREQ=YEARLY;BYYEARDAY=60");
  });

  it("ends at once with a new address, and when it is turned off", async () => {
    const { token } = await freshAccount();
    const settings = async () => (await (await api("/me/settings", { token })).json()) as Record<string, unknown>;
    const first = await feedOf(token);
    const second = await feedOf(token);
    expect(await refusalOf(first, {})).toMatchObject({ status: 404, code: "not_found" });
    expect(await eventsOf(second)).toEqual([]);
    expect((await settings()).calendarTokenCreatedAt).toMatch(/Z$/);
    const end = () => api("/me/calendar-token", { method: "DELETE", token });
    const ended = await end();
    expect(ended.status).toBe(204);
    expect(await refusalOf(second, {})).toMatchObject({ status: 404, code: "not_found" });
    expect((await settings()).calendarTokenCreatedAt).toBeNull();
    const again = await end();
    expect([again.status, again.headers.get("x-txid")]).toEqual([204, ended.headers.get("x-txid")]);
  });
});
