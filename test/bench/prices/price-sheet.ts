/** The price sheet, `infra/costs.md`, from the measured units, the list prices and the template. */
import { canaryInterval } from "../../../infra/cloud/monitoring/canary.ts";
import { readSettings } from "../../../infra/cloud/settings.ts";
import { maxAnswerBytes } from "../../../shared/platform/http/answer/answer-size.ts";
import { metrics } from "../../../shared/platform/log/metrics.ts";
import { lanes } from "../../../shared/webhook/queue.ts";
import { at, listOf, resourcesOf, synthesise, type Template } from "../../infra/template.ts";
import { type CommittedFigures, readCommitted } from "../figures.ts";
import { align, thousands } from "../table.ts";
import { listPrices, pricesAsOf, readUnitBytes, secondsPerMonth, unitLimits } from "./list-prices.ts";
import {
  assumptions,
  type PricedRequest,
  priceOfAuthorizer,
  priceOfCounter,
  priceOfRequest,
  sumOf,
} from "./request-price.ts";
import { monthlyUse, type RequestName, type Requests, requestsOf } from "./typical-requests.ts";

const mailsPerAccount = 4;
const contactsPerAccount = 500;
const fewAccounts = 1_000;
const manyAccounts = 100_000;

const importedContacts = 50_000;
const contactsPerCommit = 25;
/** Contacts that one request deletes at once. */
const contactsPerDelete = 1_000;

/** What is allowed in a second to all callers, and in a minute to an account, without options. */
const { stageRateLimit: stageRate, rateLimitPerMinute: accountRate } = readSettings({ tryGetContext: () => undefined });

export function priceSheet(): string {
  const figures = readCommitted();
  const requests = requestsOf(figures);
  const { processorTime, authorizerProcessorTime, call } = assumptions;
  const { partition, table } = unitLimits;
  return [
    "# What the service costs",
    "",
    `List prices of us-east-1 in US dollars, ${pricesAsOf}, without free tiers except Cognito's, by \`npm run prices -- --write\` from the`,
    "measured units, [the list prices](../test/bench/prices/list-prices.ts) and the template. The last column is the assumed use of an account:",
    "",
    requestsTable(requests),
    "",
    totalsTable(figures, requests),
    "",
    `Assumed: ${processorTime} ms of a whole processor a request and ${authorizerProcessorTime} ms in the authorizer, ${call} ms a call of the table, no cold starts,`,
    `answers compressed to a fifth (in the worst month not at all), ${mailsPerAccount} reminders a month. DynamoDB limits the worst month,`,
    `too: an account to ${thousands(partition.reads)} read and ${thousands(partition.writes)} write units a second, the table to ${thousands(table.reads)} of each. Pictures and`,
    "exported files are not counted.",
    "",
  ].join("\n");
}

function requestsTable(requests: Requests): string {
  const columns = ["gateway", "authorizer", "function", "data", "logs", "transfer"] as const;
  const dollars = (amount: number) => (amount * 1e6).toFixed(2);
  const rows = Object.values(requests).map((request) => {
    const price = priceOfRequest(request);
    const parts = columns.map((column) => dollars(price[column]));
    return [request.name, ...parts, `**${dollars(sumOf(price))}**`, String(monthlyUse[request.name])];
  });
  return align([["A million requests", ...columns, "in all", "use a month"], ...rows]);
}

function totalsTable(figures: CommittedFigures, requests: Requests): string {
  const priceOf = (name: RequestName) => sumOf(priceOfRequest(requests[name]));
  const worst = (rate: number, { reads, writes }: { reads: number; writes: number }) =>
    `${round(worstReads(rate, reads))}; ${round(worstWrites(figures, rate, writes, requests["import 25 contacts"]))}`;
  const commits = importedContacts / contactsPerCommit;
  return align([
    ["What", "dollars"],
    ["idle, a month; with the canary", `${idle("false").toFixed(2)}; ${idle("true").toFixed(2)}`],
    [
      `${thousands(fewAccounts)} accounts with ${contactsPerAccount} contacts each, a month, beyond idle`,
      accountsMonth(figures, priceOf, fewAccounts).toFixed(2),
    ],
    [
      `${thousands(manyAccounts)} such accounts; their sign-in by Cognito with \`userPoolTier\` essentials; lite`,
      [
        accountsMonth(figures, priceOf, manyAccounts),
        signInMonth("essentials", manyAccounts),
        signInMonth("lite", manyAccounts),
      ]
        .map((price) => thousands(Math.round(price)))
        .join("; "),
    ],
    [
      `the first import of ${thousands(importedContacts)} contacts`,
      (commits * priceOf("import 25 contacts")).toFixed(2),
    ],
    [
      "of each million requests: the rate counter of single requests, of series; the authorizer",
      [priceOfCounter("contacts"), priceOfCounter("contacts") / 2, priceOfAuthorizer()]
        .map((price) => (price * 1e6).toFixed(2))
        .join("; "),
    ],
    [
      `the worst month of an account (${accountRate} requests a minute): answers of 5 MB; imports and deletes`,
      worst(accountRate / 60, unitLimits.partition),
    ],
    [`the worst month of the stage (${stageRate} requests a second): the same`, worst(stageRate, unitLimits.table)],
  ]);
}

/** What the service costs without sign-in. */
function accountsMonth(figures: CommittedFigures, priceOf: (name: RequestName) => number, accounts: number): number {
  const requests = Object.entries(monthlyUse).reduce(
    (sum, [name, count]) => sum + count * priceOf(name as RequestName),
    0,
  );
  // A transaction pays two units for each KB of the items and index entries that it writes.
  const contactBytes = ((figures.accounts["1000"]?.create?.writeUnits ?? 0) / 2) * 1e3;
  const kept = (contactsPerAccount * contactBytes) / 1e9;
  const { tableGigabyteMonth, backupGigabyteMonth, mail, metricMonth } = listPrices;
  const storage = kept * (tableGigabyteMonth + backupGigabyteMonth);
  return accounts * (requests + mailsPerAccount * mail + storage) + Object.values(metrics).flat().length * metricMonth;
}

/** Cognito is paid for people who are active in a month, beyond the first ones. */
function signInMonth(plan: keyof typeof listPrices.activeUser, people: number): number {
  return Math.max(0, people - listPrices.freeActiveUsers) * listPrices.activeUser[plan];
}

/** A caller that reads answers of the maximum size, and accepts no compression. `limit` is in units a second. */
function worstReads(rate: number, limit: number): number {
  const readUnits = maxAnswerBytes / readUnitBytes;
  const figures = { readUnits, writeUnits: 0, roundTrips: 6, storageReads: 0, storageWrites: 0 };
  // Compression is a factor of the price, so more bytes make up for it.
  const answerBytes = maxAnswerBytes / assumptions.compressed;
  const page = { name: "", function: "contacts", figures: { ...figures, answerBytes }, processorTime: 100 } as const;
  return Math.min(rate, limit / readUnits) * secondsPerMonth * sumOf(priceOfRequest(page));
}

/** A caller that imports contacts and deletes them again. `limit` is in units a second. */
function worstWrites(figures: CommittedFigures, rate: number, limit: number, commit: PricedRequest): number {
  const bulk = figures.accounts["1000"]?.["delete of up to 1,000 by ids"];
  if (!bulk) throw new Error("no figures of deletes");
  const commits = contactsPerDelete / contactsPerCommit;
  const deletion = sumOf(priceOfRequest({ name: "", function: "contacts", figures: bulk, processorTime: 2_000 }));
  const mean = (commits * sumOf(priceOfRequest(commit)) + deletion) / (commits + 1);
  const units = (commits * commit.figures.writeUnits + bulk.writeUnits) / (commits + 1);
  return Math.min(rate, limit / units) * secondsPerMonth * mean;
}

/** The metrics of the canary's requests: they have them in every hour, also when nobody else calls. */
const metricsOfCanary: readonly (typeof metrics.request)[number][] = [
  "durationMs",
  "readUnits",
  "writeUnits",
  "coldStart",
];

/** Alarms, dashboards and secrets cost the same whether anybody calls or not. */
function idle(canary: "true" | "false"): number {
  const template = synthesise({ canary });
  const count = (type: string) => Object.keys(resourcesOf(template, type)).length;
  const runs = secondsPerMonth / canaryInterval.toSeconds();
  return (
    alarmMetrics(template) * listPrices.alarmMetricMonth +
    count("AWS::CloudWatch::Dashboard") * listPrices.dashboardMonth +
    count("AWS::SecretsManager::Secret") * listPrices.secretMonth +
    lanes.length * (secondsPerMonth / 60) * listPrices.queuePollsPerMinute * listPrices.queueRequest +
    count("AWS::Synthetics::Canary") * (runs * listPrices.canaryRun + metricsOfCanary.length * listPrices.metricMonth)
  );
}

/** An alarm over an expression costs as much as an alarm for each metric in it. */
function alarmMetrics(template: Template): number {
  const alarms = Object.values(resourcesOf(template, "AWS::CloudWatch::Alarm"));
  return alarms.reduce((sum, { Metrics }) => {
    const measured = listOf(Metrics).filter((metric) => at(metric, "MetricStat") !== undefined);
    return sum + Math.max(1, measured.length);
  }, 0);
}

function round(dollars: number): string {
  return thousands(Number(dollars.toPrecision(2)));
}
