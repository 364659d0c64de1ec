/** What the app weighs, how long its views take in a browser, and what it asks while nothing happens. */
import type { BrowserContext, Page } from "playwright-core";
import { buildPages } from "../../infra/browser/build-pages.ts";
import { type LocalStack, startStack } from "../../infra/local/stack/stack.ts";
import type { JobLine, RequestLine } from "../../shared/platform/log/request-log.ts";
import { appWeights } from "../support/files/page-weights.ts";
import { launchBrowser } from "../support/process/chromium.ts";
import { judgePeople } from "./app-people.ts";
import { align, judgeFigure as judge, type Target, thousands } from "./table.ts";

/** How often each view is opened. The figures are medians, because other work of the machine only adds time. */
const runs = 9;
const goals = {
  files: 4,
  viewBytes: 60_000,
  bytes: 150_000,
  firstMilliseconds: 100,
  ratio: 1.5,
  requests: 3,
  readUnits: 3,
};
/** Milliseconds in which every view has asked something. */
const longestWait = 1_000;
/** Milliseconds between two pictures of a screen. */
const frame = 1_000 / 60;

export async function benchApp(): Promise<Target[]> {
  const lines: (RequestLine | JobLine)[] = [];
  const stack = await startStack({ port: 0, environment: {}, log: (line) => lines.push(line) });
  const browser = await launchBrowser([stack.baseUrl, stack.endpoints.s3]);
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
    const headers = { authorization: `Bearer ${await stack.tokenFor("bench@example.com")}` };
    await context.request.post(`${stack.baseUrl}/contacts`, {
      headers,
      data: { firstName: "Ann", latitude: 1, longitude: 1 },
    });
    await context.request.post(`${stack.baseUrl}/session`, { headers });
    return [
      ...judgeWeights(),
      ...(await judgeViews(stack, context)),
      ...(await judgeIdleMinute(stack, context, lines)),
      ...(await judgePeople(stack, browser)),
    ];
  } finally {
    await browser.close();
    await stack.stop();
  }
}

function judgeWeights(): Target[] {
  const { views, all } = appWeights(buildPages());
  const rows = views.map(({ name, names, bytes }) => [name, String(names.length), thousands(bytes)]);
  console.log(
    `\n${align([["first view", "files", "bytes"], ...rows, ["all views", String(all.names.length), thousands(all.bytes)]])}`,
  );
  return [
    judge("files before a first view", Math.max(...views.map(({ names }) => names.length)), goals.files),
    judge("bytes of a first view, by gzip -6", Math.max(...views.map(({ bytes }) => bytes)), goals.viewBytes),
    judge("bytes of the app", all.bytes, goals.bytes),
  ];
}

interface Opened {
  /** Milliseconds from the click to the frame with the view's heading, and to that with its content. */
  standing: number;
  content: number;
  /** Milliseconds of the longest answer. */
  answer: number;
}

async function judgeViews({ baseUrl }: LocalStack, context: BrowserContext): Promise<Target[]> {
  const page = await context.newPage();
  await page.goto(`${baseUrl}/app`);
  const links = page.locator("nav > a.place:visible");
  await links.first().waitFor();
  const names = await links.allInnerTexts();
  const opened: (Opened & { name: string })[] = [];
  for (const [at, name] of names.entries()) {
    const before = await links.nth(at === 0 ? 1 : 0).getAttribute("href");
    const measured: Opened[] = [];
    for (let run = 0; run < runs; run++) measured.push(await openView(page, new URL(before ?? "", baseUrl).href, name));
    const median = (figure: keyof Opened) =>
      measured.map((one) => one[figure]).toSorted((a, b) => a - b)[(runs - 1) / 2] ?? 0;
    opened.push({ name, standing: median("standing"), content: median("content"), answer: median("answer") });
  }
  await page.close();
  const rows = opened.map(({ name, ...times }) => [name, ...Object.values(times).map((time) => time.toFixed(0))]);
  console.log(
    `\n${align([["milliseconds", "heading", "content", "answer"], ...rows])}\n\nfrom the click to the frame, and the longest answer`,
  );
  const ratio = Math.max(...opened.map(({ content, answer }) => (content - frame) / answer));
  return [
    judge(
      "milliseconds until a view has its heading",
      Math.max(...opened.map(({ standing }) => standing)),
      goals.firstMilliseconds,
    ),
    judge("content, without a frame, beside the longest answer", ratio, goals.ratio),
  ];
}

/** The pointer is on the link before the click, as that of a person, so that the code of the view is there. */
async function openView(page: Page, before: string, name: string): Promise<Opened> {
  await page.goto(before);
  const link = page.getByRole("navigation").getByRole("link", { name, exact: true });
  await link.hover();
  await page.waitForLoadState("networkidle");
  return page.evaluate<Opened>(`new Promise((resolve) => {
    const start = performance.now();
    let standing = 0;
    let waiting = 0;
    const { fetch } = window;
    window.fetch = async (...request) => {
      waiting += 1;
      const answer = await fetch(...request).finally(() => { waiting -= 1; });
      return answer;
    };
    // A task that follows a frame runs when the frame is drawn.
    const look = () => requestAnimationFrame(() => setTimeout(() => {
      const time = performance.now() - start;
      const isOpen = document.querySelector("main h1")?.textContent === ${JSON.stringify(name)};
      if (isOpen && standing === 0) standing = time;
      if (!isOpen || waiting > 0 || document.querySelector("main .grey-bar")) return look();
      const answers = performance.getEntriesByType("resource").filter(
        (one) => one.startTime >= start && !one.name.includes("/files/"));
      // The map asks when it knows its size.
      if (answers.length === 0 && time < ${longestWait}) return look();
      resolve({ standing, content: time, answer: Math.max(...answers.map(({ duration }) => duration)) });
    }));
    document.querySelector("nav > a.place[title=" + ${JSON.stringify(name)} + "]").click();
    look();
  })`);
}

/** Without the authorizer and the rate counter, as everywhere in these figures. */
async function judgeIdleMinute(
  { baseUrl }: LocalStack,
  context: BrowserContext,
  lines: readonly (RequestLine | JobLine)[],
): Promise<Target[]> {
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${baseUrl}/app`);
  await page.waitForLoadState("networkidle");
  const from = lines.length;
  let requests = 0;
  page.on("request", () => {
    requests += 1;
  });
  await page.clock.runFor(60_000);
  await page.waitForLoadState("networkidle");
  const asked = () => lines.slice(from).filter(({ event }) => event === "request") as RequestLine[];
  while (asked().length < requests) await page.waitForTimeout(100);
  const units = asked().reduce((sum, { readUnits }) => sum + readUnits, 0);
  return [
    judge("requests of an idle minute", requests, goals.requests),
    judge("read units of an idle minute", units, goals.readUnits),
  ];
}
