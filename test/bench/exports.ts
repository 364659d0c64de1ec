/** What exports of a large account cost. */
import { exportWorker } from "../../functions/export-worker/function.ts";
import { accountHeadToItem, newAccountHead } from "../../shared/account/store/account.ts";
import { blankContact } from "../../shared/contact/record.ts";
import { contactToItem } from "../../shared/contact/store/contact.ts";
import type { ExportRequest } from "../../shared/export/export-request.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { benchContact, benchTime, createIds, putItems } from "./account.ts";
import { runBundled } from "./bundled-process.ts";
import { onGround, openGround } from "./ground.ts";
import type { Report } from "./process-tasks.ts";
import { type Target, thousands } from "./table.ts";

const size = 50_000;
const pictureBytes = 20_000;
const list = { search: null, keepInTouch: false };
const avatar = { avatarSize: "medium", avatarQuality: "medium" } as const;

/** Each export, the bytes of every picture, and the microseconds of the processor that a contact may take; null for no goal. */
const exports: readonly (readonly [name: string, request: ExportRequest, pictureBytes: number, most: number | null])[] =
  [
    ["vCards", { kind: "contacts", format: "vcard", version: "4.0", list }, 0, 200],
    ["CSV", { kind: "contacts", format: "csv", list }, 0, 145],
    ["JSON", { kind: "contacts", format: "json", avatar, list }, 0, 165],
    ["account with pictures", { kind: "account" }, pictureBytes, null],
  ];

const maxMegabytes = 512;
/** Half of the time that the worker has. */
const maxSeconds = exportWorker.timeoutSeconds / 2;

export function benchExports(): Promise<Target[]> {
  return onGround(async (address) => {
    const { store } = openGround(address);
    const [bare, pictured] = [await loadContacts(store, false), await loadContacts(store, true)];
    console.log(`\nexports of ${thousands(size)} contacts, pictures of ${thousands(pictureBytes)} bytes:`);
    const targets: Target[] = [];
    for (const [name, request, pictureBytes, most] of exports) {
      const accountId = pictureBytes === 0 ? bare : pictured;
      const task = { work: "export", address, accountId, request, pictureBytes } as const;
      targets.push(...judge(name, most, await runBundled(task, exportWorker.nodeOptions.split(" "))));
    }
    return targets;
  });
}

/** Writes an account directly into the table, without the items that no export reads. Returns its id. */
async function loadContacts(store: Store, hasPictures: boolean): Promise<string> {
  const accountId = createIds(`account of exports, ${hasPictures}`, benchTime)();
  const now = new Date(benchTime);
  const head = { ...newAccountHead(accountId, "bench@example.com", now), contactCount: size };
  const myself = blankContact(accountId, accountId, now);
  await putItems(store, [accountHeadToItem(head), contactToItem({ ...myself, firstName: "Me", version: 1 })]);
  const atOnce = 1_000;
  for (let start = 0; start < size; start += atOnce) {
    const contacts = Array.from({ length: atOnce }, (_, n) =>
      benchContact(accountId, start + n, benchTime + start + n, 1),
    );
    await putItems(
      store,
      contacts.map((contact) => contactToItem({ ...contact, photoVersion: hasPictures ? contact.id : null })),
    );
  }
  return accountId;
}

/** Prints the report as soon as the export is measured. */
function judge(
  name: string,
  most: number | null,
  { cost, count, realSeconds, processorSeconds, memory }: Report,
): Target[] {
  const megabytes = (count / 1_000_000).toFixed(1);
  const units = `${thousands(cost.readUnits)} read and ${thousands(cost.writeUnits)} write units`;
  console.log(`${name}: ${megabytes} MB, ${units}, ${realSeconds.toFixed(1)} s here, ${memory} MB of memory`);
  const access = `export of ${thousands(size)} contacts: ${name}`;
  const perContact = Math.round((processorSeconds * 1e6) / size);
  return [
    {
      access,
      limit: `less than ${maxMegabytes} MB of memory and ${maxSeconds} s`,
      measured: `${memory} MB, ${Math.round(realSeconds)} s`,
      isReached: memory < maxMegabytes && realSeconds < maxSeconds,
    },
    {
      access: `${access}, processor time of a contact`,
      limit: most === null ? "no goal" : `at most ${most} µs`,
      measured: `${perContact} µs`,
      isReached: perContact <= (most ?? Number.POSITIVE_INFINITY),
    },
  ];
}
