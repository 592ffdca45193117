import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

const FINDINGS = [
  { file: "src/store/append.rs", line: 88, severity: "critical", description: "An acknowledged row can be lost" },
  { file: "src/store/replay.rs", line: 12, severity: "urgent", description: "The cursor is compared as text" },
];

test("the viewer shows verdict, score and every finding", async ({ page, harmony }) => {
  const report = reviewReport({ scope: "the store", verdict: "NEEDS_CHANGES", score: 58, findings: FINDINGS });
  const { id } = await harmony.send(report);
  await page.goto(`/documents/${id}`);
  await expect(page).toHaveTitle("the store · Review Report · Harmony");
  await expect(page.getByText("Needs changes", { exact: true })).toBeVisible();
  const findings = page.getByRole("region", { name: "Findings" }).getByRole("row");
  await expect(findings).toHaveCount(1 + FINDINGS.length);
  await expect(findings.nth(1)).toContainText("critical");
  await expect(findings.nth(1)).toContainText("An acknowledged row can be lost");
  await expect(findings.nth(1)).toContainText("src/store/append.rs:88");
});

test("a deviation is explained and stands at its line of the source", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport({ findings: FINDINGS }));
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole("region", { name: "Issues" })).toContainText("urgent");
  await page.goto(`/documents/${id}?view=source`);
  const source = page.getByRole("region", { name: "Source" });
  await expect(source.locator("#L13")).toContainText("The cursor is compared as text");
  await expect(source.locator("#L13")).toContainText("severity");
});

test("the JSON is what machines get", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport({ verdict: "APPROVED", findings: FINDINGS }));
  await page.goto(`/documents/${id}?view=json`);
  await expect(page.getByRole("main")).toContainText('"verdict": "APPROVED"');
  await expect(page.getByRole("main")).toContainText("src/store/append.rs");
});

test("a text of no format is kept and shown, its HTML as text", async ({ page, harmony }) => {
  const { id } = await harmony.send("Hello <script>window.hacked = true</script> and <b>bold</b>\n");
  await page.goto(`/documents/${id}`);
  await expect(page.getByText("No format was recognized")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("<script>window.hacked = true</script>");
  await expect(page.getByRole("main").locator("b, script")).toHaveCount(0);
});

test("an address of nothing is a 404 with a way on", async ({ request }) => {
  for (const address of ["/documents/there-is-no-such-document", "/no/such/page"]) {
    const response = await request.get(address);
    expect(response.status()).toBe(404);
    expect(await response.text()).toContain("To the overview");
  }
});

test("on paper there is the report and nothing to click", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport({ scope: "printed" }));
  await page.goto(`/documents/${id}`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1, name: "printed" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Findings" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("search")).toHaveCount(0);
});
