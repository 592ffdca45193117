import { type BrowserContext, type Page, expect, test } from "@playwright/test";

import { Harmony } from "../support/harmony.ts";
import { hostileFormats } from "../support/hostile_formats.ts";
import { publishHostile } from "../support/hostile_store.ts";
import { ENDING, PAYLOADS, Payloads } from "../support/payloads.ts";
import { type Watch, watch } from "../support/watch.ts";
import { EACH, type Text, memos, named, texts } from "./texts.ts";

const FORMATS = 6;
const VIEWS = ["", "?view=source", "?view=json", "/fixed?fix=all", "/format", "/delete"];
const BATCH = 40;

let harmony: Harmony;

test.beforeAll(async () => {
  harmony = await Harmony.start([], hostileFormats(new Payloads(), FORMATS));
});
test.afterAll(async () => harmony.stop());

test("there are more than 2,000 payloads", () => {
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(2_000);
});

test("a page in which a payload ran is noticed", async ({ browser }) => {
  for (const payload of ["<script>pwned(1)</script>", "<img src=x onerror=alert(1)>", "<script>print()</script>", "<b onclick=1>x</b>"]) {
    const context = await browser.newContext();
    const watched = await watch(context, harmony.url);
    const page = await context.newPage();
    await page.route("**/hostile", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><p>${payload}` }));
    await page.goto(`${harmony.url}/hostile`);
    await expect(watched.expectNothing(page), payload).rejects.toThrow();
    await context.close();
  }
});

test("no payload runs in any field of any format", async ({ context }) => {
  const written = await texts();
  expect(new Set(written.map(({ format }) => format)).size).toBe(31);
  await open(context, written, "fields of the formats");
});

test("no payload runs in any field of a team's own formats", async ({ context }) => {
  await open(context, memos(FORMATS), "fields of own formats");
});

test("no payload runs in lists, searches and sessions", async ({ context }) => {
  const watched = await watch(context, harmony.url);
  const documents = named();
  for (let from = 0; from < documents.length; from += BATCH) await post("/api/documents", { documents: documents.slice(from, from + BATCH) });
  const payloads = new Payloads(EACH * 7);
  const queries = ["q", "session", "run", "commit", "repository", "path", "agent"].map(
    (name) => `/documents?${new URLSearchParams({ [name]: `${ENDING} ${payloads.next()}` })}`,
  );
  const sessions = documents.filter((_, index) => index % (EACH === 1 ? 10 : 2) === 0).map(({ source }) => (source as { session: string }).session);
  const pages = sessions.flatMap((session) => [
    `/session?${new URLSearchParams({ session })}`,
    `/documents?${new URLSearchParams({ session })}`,
    `/documents?${new URLSearchParams({ q: session })}`,
  ]);
  const lists = [...(await following("/documents")), ...(await following("/sessions")), "/", "/inbox", "/harmony", "/verdicts", "/contract"];
  const opened = await visitAll(context, watched, [...lists, ...queries, ...pages].map((path) => `${harmony.url}${path}`));
  console.log(`lists, searches and sessions: ${documents.length * 10} payloads in names, ${opened} pages opened, 0 ran`);
});

test("no payload runs in previews that are published", async ({ context }) => {
  const watched = await watch(context, harmony.url);
  const addresses: string[] = [];
  for (let round = 0; round < (EACH === 1 ? 20 : 1); round++) {
    const payloads = new Payloads(EACH);
    payloads.given = round * 500;
    addresses.push(...(await publishHostile(harmony, payloads)));
  }
  const opened = await visitAll(context, watched, addresses.map((path) => new URL(path, harmony.url).href));
  console.log(`previews: ${opened} pages opened, 0 ran`);
});

/** Stores texts, and opens the pages of each in a browser. */
async function open(context: BrowserContext, written: Text[], what: string): Promise<void> {
  const watched = await watch(context, harmony.url);
  const addresses: string[] = [];
  let lost = 0;
  for (let from = 0; from < written.length; from += BATCH) {
    const documents = written.slice(from, from + BATCH);
    const stored = await post("/api/documents", { documents: documents.map(({ text }) => ({ text })) });
    for (const [index, { id, format }] of stored.documents.entries()) {
      lost += format === null ? 1 : 0;
      // The view of each, and the other pages in turn.
      addresses.push(`${harmony.url}/documents/${id}`, `${harmony.url}/documents/${id}${VIEWS[(from + index) % VIEWS.length]}`);
    }
  }
  expect(lost, "texts in which no format is recognized").toBe(0);
  const opened = await visitAll(context, watched, [...new Set(addresses)]);
  console.log(`${what}: ${Math.ceil(PAYLOADS.length / EACH)} of ${PAYLOADS.length} payloads, ${written.length} documents, ${opened} pages opened, 0 ran`);
}

/** Opens pages, as many at once as the machine has hands, and looks at each. Gives how many were opened. */
async function visitAll(context: BrowserContext, watched: Watch, addresses: string[], hands = 2): Promise<number> {
  const left = [...addresses];
  const visit = async () => {
    const page: Page = await context.newPage();
    for (let address = left.shift(); address; address = left.shift()) {
      await page.goto(address);
      await watched.expectNothing(page);
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: hands }, visit));
  return addresses.length;
}

/** The pages of a list, as far as it goes on. */
async function following(path: string): Promise<string[]> {
  const pages = [path];
  for (const address of pages) {
    const html = await (await fetch(`${harmony.url}${address}`)).text();
    const next = /rel="next"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*rel="next"/.exec(html);
    const found = (next?.[1] ?? next?.[2])?.replaceAll("&amp;", "&");
    if (found && !pages.includes(found) && pages.length < 100) pages.push(found);
  }
  return pages;
}

async function post(path: string, body: object) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${harmony.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status}: ${await response.text()}`);
  return response.json();
}
