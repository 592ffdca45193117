import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

const DEVIATING = reviewReport({ scope: "the fixed one", findings: [{ severity: "**HIGH**" }, { severity: "urgent" }] })
  .replace("## Score: 92%", "## Score: 9/10");

test("one fix is shown before it is stored, and the document stays as it came", async ({ page, harmony }) => {
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}`);
  const issues = page.getByRole("region", { name: "Issues" });
  const score = issues.getByRole("listitem").filter({ hasText: "the score is written" });
  await score.getByRole("link", { name: "Fix" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fixed: the fixed one");
  const changes = page.getByRole("region", { name: "Before and after" });
  await expect(changes).toContainText("removed: ## Score: 9/10");
  await expect(changes).toContainText("added: ## Score: 90%");
  await expect(changes).not.toContainText("**HIGH**");
  await page.getByRole("button", { name: "Store as a new document" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("the fixed one");
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByText("the score is written")).toHaveCount(0);
  await page.goto(`/documents/${id}?view=source`);
  await expect(page.getByRole("region", { name: "Source" })).toContainText("## Score: 9/10");
});

test("all fixes are made at once, and what is left is counted", async ({ page, harmony }) => {
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}?view=source`);
  await page.getByRole("region", { name: "Counts" }).getByRole("link", { name: /^Fix all/ }).click();
  const changes = page.getByRole("region", { name: "Before and after" });
  await expect(changes).toContainText("added: ## Score: 90%");
  await expect(changes).toContainText("**HIGH**");
  await expect(page.getByText(/issues fixed, .* left/)).toBeVisible();
  const download = await page.request.get(await page.getByRole("link", { name: "Download" }).getAttribute("href") ?? "");
  expect(await download.text()).toContain("## Score: 90%");
});

test("an issue is fixed in place, from its line of the source", async ({ page, harmony }) => {
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}?view=source`);
  await page.locator("#L4").getByRole("link", { name: "Fix" }).first().click();
  await expect(page.getByRole("region", { name: "Before and after" })).toContainText("added: ## Score: 90%");
});

test("the issues of a rule are fixed at once", async ({ page, harmony }) => {
  const findings = Array.from({ length: 9 }, () => ({ severity: "**HIGH**" }));
  const { id } = await harmony.send(reviewReport({ findings }));
  await page.goto(`/documents/${id}`);
  const issues = page.locator(".issues").filter({ hasText: "severity-spelling" });
  await expect(issues.getByRole("heading", { level: 3 })).toContainText("Severity spelling9 places");
  await expect(issues.getByRole("listitem").filter({ visible: true })).toHaveCount(3);
  await issues.getByText("Show 6 more").click();
  await expect(issues.getByRole("listitem").filter({ visible: true })).toHaveCount(9);
  await issues.getByRole("link", { name: "Fix all 9" }).click();
  await expect(page.getByText("9 issues fixed")).toBeVisible();
});

test("the prompt for the agent is a page where nothing can be copied", async ({ page, harmony, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled, "with scripts, the link copies");
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}`);
  await page.getByRole("region", { name: "Counts" }).getByRole("link", { name: "Prompt for all" }).click();
  await expect(page.locator("pre")).toContainText("Fix each, keep everything else as it is");
  await expect(page.locator("pre")).toContainText(">    4 | ## Score: 9/10");
  await expect(page.locator("pre")).toContainText("Clause: 5.1 Review Report, Score");
});

test("a text that conforms has nothing to fix", async ({ page, harmony }) => {
  const { id } = await harmony.send("Just a note.\n");
  await page.goto(`/documents/${id}/fixed?fix=all`);
  await expect(page.getByText("There is nothing to fix")).toBeVisible();
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole("region", { name: "Counts" })).toHaveCount(0);
});
