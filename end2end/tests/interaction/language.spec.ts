import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, test } from "../../support/fixtures.ts";
import { BINARY } from "../../support/harmony.ts";
import { reviewReport } from "../../support/reports.ts";

test.use({ locale: "ko-KR" });

const PAGES = [
  "/", "/inbox", "/sessions", "/session?session=checkout-refunds", "/session?session=checkout-refunds&view=graph",
  "/session?session=checkout-refunds&view=timeline&step=9", "/documents", "/documents?state=failed", "/documents?sort=score", "/verdicts", "/decisions",
  "/harmony", "/quarantine", "/contract", "/add", "/previews", "/webhooks", "/access", "/projects", "/playground", "/search?q=refund", "/nothing",
];

/** Names stay as they are: of formats, rules, fields, models and files. */
async function names(): Promise<(text: string) => boolean> {
  const run = async (...given: string[]) => (await promisify(execFile)(BINARY, given)).stdout;
  const { rules } = JSON.parse(await run("rules", "--format", "json")) as { rules: { rule: string }[] };
  const ids = new Set(rules.map(({ rule }) => rule));
  const fields = await run("contract", "schema", "v36/decision");
  const formats = await run("contract", "coverage");
  return (text) =>
    ids.has(text.toLowerCase().replaceAll(" ", "-")) ||
    formats.includes(text.replace(/^[\w./-]+ /, "").replace(/ · Harmony$/, "")) ||
    fields.includes(text.replaceAll(" ", "_")) ||
    // Several rules, as of an issue that is repeated; what a field begins with; operations, sizes, times and titles.
    /^[a-z-]+(( × \d+)?(, |$)[a-z-]*)+( × \d+)?$|^[\w./:,#×-]+$|^(# |https:|V36 |POST \/).*|^[\d\u202f.]+ k?B$|UTC$|· Harmony$|^[\d.]+ [A-Z]/.test(text);
}

test.describe("of a server that notes what it can't translate", () => {
  test.use({ variables: { RUST_LOG: "server::translation=debug" } });

  test("every sentence of the pages is in Korean", async ({ page, harmony }) => {
    await harmony.loadSamples();
    const { id } = await harmony.send(reviewReport({ findings: [{ severity: "HIGH" }, {}] }));
    const ofDocument = ["", "?view=source", "?view=json", "/fixed?fix=all", "/delete"].map((rest) => `/documents/${id}${rest}`);
    const { id: later } = await harmony.send(reviewReport({ score: 61, findings: [{}] }));
    const ofBoth = [`/compare?from=${id}&to=${later}`, `/delete?id=${id}&id=${later}`, `/documents/${later}`];
    for (const address of [...PAGES, ...ofDocument, ...ofBoth]) await page.request.get(address, { headers: { accept: "text/html", "accept-language": "ko" } });
    const isName = await names();
    const noted = harmony.noted(/no translation text="?(.+?)"?$/);
    // As names are, so that the server is known to note them.
    expect(noted).toContain("Review Report");
    expect([...new Set(noted.filter((text) => !isName(text)))]).toEqual([]);
  });
});

test("what changes on an open page is in Korean, too", async ({ page, harmony }) => {
  await page.goto("/documents");
  await expect(page.getByRole("status").filter({ hasText: /^실시간$/ })).toBeVisible();
  await harmony.send(reviewReport());
  await expect(page.getByRole("button", { name: /새 문서 1건/ }).or(page.getByRole("link", { name: /ledger/ })).first()).toBeVisible();
});
