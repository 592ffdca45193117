import { type Page } from "@playwright/test";

import { expect, live, test } from "../../support/fixtures.ts";
import { hostileFormats, hostileMemo } from "../../support/hostile_formats.ts";
import { examples, poisoned } from "../../support/hostile.ts";
import { fillHostile, publishHostile, sendHostile } from "../../support/hostile_store.ts";
import { ENDING, Payloads } from "../../support/payloads.ts";
import { watch } from "../../support/watch.ts";

const MEMOS = 5;
/** What payloads would do: a call, however its bracket is written, which no words of the pages look like. */
const SHOWN = /window\W{0,3}\.ran|evil\.invalid|(pwned|alert|print|confirm)\W{0,3}[(`%&\\（]/i;

const payloads = new Payloads();
test.use({
  formats: hostileFormats(payloads, MEMOS),
  // The browser itself reports pages that are not there, and addresses that can't be read.
  expectedComplaints: /Failed to load resource: the server responded with a status of 4\d\d/,
});

test("no payload runs on any page of the dashboard", async ({ page, context, harmony }) => {
  const watched = await watch(context, harmony.url);
  const { documents, session } = await fillHostile(harmony, payloads, MEMOS);
  const previews = await publishHostile(harmony, payloads);
  const visit = async (path: string, shows = true) => {
    await page.goto(path);
    await watched.expectNothing(page);
    if (shows) expect(await text(page), path).toMatch(SHOWN);
  };
  for (const id of documents) await visit(`/documents/${id}`);
  for (const [index, id] of documents.entries()) {
    const others = ["?view=source", "?view=json", "/format", "/fixed?fix=all", "/delete"];
    const other = others[index % others.length] ?? "";
    // There may be nothing to fix, and a title without a payload.
    await visit(`/documents/${id}${other}`, !/fixed|delete/.test(other));
  }
  for (const path of await pages(harmony.url, session, documents)) {
    await visit(path);
    // Once scripts have taken the page over.
    await live(page);
    await watched.expectNothing(page);
  }
  for (const tab of ["", "?tab=contract", "?tab=fields", "?tab=rules", "?tab=examples"]) {
    for (let index = 0; index < MEMOS; index++) {
      if (tab === "" || index === 0) await visit(`/contract/memo-${index}${tab}`);
    }
  }
  for (const path of [...previews, "/previews"]) await visit(path);
  for (const path of refused()) await visit(path);
  for (const place of ["session?session=", "documents/", "contract/", "p/", ""]) {
    await visit(`/${place}${encodeURIComponent(ENDING)}`, false);
  }
  // What a browser shows of answers that are no pages of the dashboard.
  for (const path of [`/api/documents/${documents.at(-1)}/raw`, `/badge.svg?${new URLSearchParams({ label: ENDING, session })}`]) {
    await visit(path, false);
  }
  for (const [form, field] of [["/quarantine", "targetType"], ["/quarantine", "type"], ["/webhooks", "url"], ["/webhooks", "kind"]] as const) {
    await page.goto(form);
    await submit(page, form, { [field]: payloads.next(), name: payloads.next() });
    await watched.expectNothing(page);
  }
});

test.describe("a page in which something ran", () => {
  test.use({ expectedComplaints: /Content Security Policy|ERR_/ });

  test("is noticed", async ({ page, context, harmony }) => {
    for (const payload of [
      "<a href='javascript:window.ran=1'>x</a>",
      "<b onclick='window.ran=1'>x</b>",
      "<iframe srcdoc='x'></iframe>",
      "<div style='color:red'>x</div>",
      "<button formaction='data:text/html,x'>x</button>",
      "<svg><script>1</script></svg>",
      "<img src='https://evil.invalid/x'>",
    ]) {
      const watched = await watch(context, harmony.url);
      await page.goto("/quarantine");
      await watched.expectNothing(page);
      await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), payload);
      await expect(watched.expectNothing(page), payload).rejects.toThrow();
    }
  });
});

test("no payload runs in pages that are open while it arrives", async ({ page, context, harmony }) => {
  const watched = await watch(context, harmony.url);
  const { documents, session } = await fillHostile(harmony, payloads, 1);
  const paths = ["/", "/documents", "/sessions", "/inbox", "/quarantine", "/harmony", "/verdicts", "/decisions"];
  paths.push(`/session?session=${encodeURIComponent(session)}&view=timeline`, `/documents/${documents[0]}`, "/contract");
  const open: Page[] = [];
  for (const path of paths) {
    const tab = path === "/quarantine" ? page : await context.newPage();
    open.push(tab);
    await tab.goto(path);
    await live(tab);
  }
  const texts = [...(await examples()).values()].flatMap((example) => poisoned(example, 2, payloads));
  await sendHostile(harmony, [...texts, hostileMemo(0, payloads)], session, payloads);
  const target = { targetType: "session", targetId: payloads.word(), reason: payloads.word(), autoRelease: true };
  await page.request.post(`${harmony.url}/api/quarantine`, { data: target });
  for (const tab of open) {
    // What came before it was taken up as well.
    await expect(tab.getByText(`Quarantined: session ${target.targetId}. ${target.reason}`)).toBeVisible();
    await watched.expectNothing(tab);
  }
  await expect(page.getByRole("main")).toContainText(target.targetId);
  await expect(open[0]?.getByRole("region", { name: "Newest reports and verdicts" }) ?? page.locator("none")).toContainText("Memo 0");
  for (const tab of open) await watched.expectNothing(tab);
});

/** Submits a form as a page would, and waits for the answer. */
async function submit(page: Page, action: string, fields: Record<string, string>): Promise<void> {
  const answered = page.waitForEvent("load");
  await page.evaluate(
    ([action, fields]) => {
      const form = Object.assign(document.createElement("form"), { method: "POST", action });
      for (const [name, value] of Object.entries(fields)) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      }
      document.body.append(form);
      form.submit();
    },
    [action, fields] as const,
  );
  await answered;
}

/** Pages about more than a document. */
async function pages(url: string, session: string, documents: string[]): Promise<string[]> {
  const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;
  const answer = async (path: string) => (await fetch(`${url}${path}`)).json();
  const { items } = await answer("/api/verdicts");
  const { tasks } = await answer("/api/decisions");
  expect({ items: items.length, tasks: tasks.length }).not.toMatchObject({ items: 0, tasks: 0 });
  const lists = ["/", "/documents", "/sessions", "/verdicts", "/decisions", "/harmony", "/quarantine", "/contract", "/webhooks?log=1"];
  const inbox = ["failed-gate", "contradicted", "quarantine", "flag"].map((kind) => `/inbox?kind=${kind}`);
  const filters = ["q", "session", "run", "commit", "repository", "path", "agent"];
  const filtered = filters.flatMap((name) => [1, 2].map(() => `/documents${query({ [name]: `${ENDING} ${payloads.next()}` })}`));
  const views = ["table", "graph", "timeline"].map((view) => `/session${query({ session, view, step: "3" })}`);
  return [
    ...lists,
    ...inbox,
    ...filtered,
    ...views,
    `/verdicts${query({ task: items[0].task })}`,
    `/decisions${query({ task: tasks[0].task })}`,
    `/harmony${query({ format: "delegate/analysis", rule: "unknown-value" })}`,
    `/quarantine${query({ type: "session", id: ENDING })}`,
    `/quarantine/release${query({ type: "session", id: ENDING })}`,
    `/documents/${documents[0]}?as=5.1`,
  ];
}

/** Addresses that are refused, or lead nowhere. */
function refused(): string[] {
  const next = () => encodeURIComponent(`${ENDING} ${payloads.next()}`);
  const named = ["documents", "sessions", "session", "inbox", "harmony", "decisions", "verdicts", "quarantine", "webhooks", "contract"];
  return [
    ...named.flatMap((page) => [`/${page}?${next()}=1`]),
    ...["format", "kind", "state", "severity", "from", "before"].map((name) => `/documents?${name}=${next()}`),
    `/harmony?gate=${next()}`,
    `/inbox?view=${next()}`,
    `/sessions?state=${next()}`,
    `/session?session=a&view=${next()}`,
  ];
}

/** The words of a page, and what its fields hold. */
function text(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
    return [document.title, document.body.textContent, ...fields.map(({ value }) => value)].join("\n");
  });
}
