import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("a list is ordered by the head of a column, and the other way around", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the middle", score: 75 }));
  await harmony.send(reviewReport({ scope: "the lowest", score: 40, verdict: "NEEDS_CHANGES" }));
  await harmony.send(reviewReport({ scope: "the highest", score: 99, findings: [] }));
  await page.goto("/documents");
  const rows = page.getByRole("region", { name: "Documents" }).getByRole("row");
  const head = (name: string) => page.getByRole("columnheader", { name }).getByRole("link");
  await head("Score").click();
  await expect(page).toHaveURL(/\?sort=score$/);
  await expect(rows.nth(1)).toContainText("the lowest");
  await expect(rows.nth(3)).toContainText("the highest");
  await expect(page.getByRole("columnheader", { name: "Score" })).toHaveAttribute("aria-sort", "ascending");
  await head("Score").click();
  await expect(rows.nth(1)).toContainText("the highest");
  await head("Findings").click();
  await expect(rows.nth(3)).toContainText("the highest");
});

test("a view is saved for the team and removed", async ({ page }) => {
  await page.goto("/documents?state=failed&session=night");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Failed at night");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const view = page.getByRole("list", { name: "Views" }).getByRole("link", { name: "Failed at night" });
  await expect(view).toHaveAttribute("aria-current", "true");
  await page.goto("/documents");
  await view.click();
  await expect(page).toHaveURL(/state=failed&session=night$/);
  await page.getByRole("button", { name: "Remove view" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
  await expect(view).toHaveCount(0);
});

test("selected documents are pinned, compared and deleted", async ({ page, harmony }) => {
  const kept = { file: "src/lock.rs", line: 4, severity: "high", description: "The lock is held while it waits" };
  const fixed = { file: "src/name.rs", line: 9, severity: "low", description: "The name says nothing" };
  const added = { file: "src/key.rs", line: 1, severity: "medium", description: "A key is written to the log" };
  await harmony.send(reviewReport({ scope: "first", score: 61, findings: [kept, fixed] }));
  await harmony.send(reviewReport({ scope: "second", score: 72, findings: [kept, added] }));
  await harmony.send(reviewReport({ scope: "third" }));
  await page.goto("/documents");
  const select = (scope: string) => page.getByRole("row", { name: scope }).getByRole("checkbox", { name: "Select" });
  const selection = page.getByRole("group", { name: "Selected documents" });
  await expect(selection).toBeHidden();
  await select("third").check();
  await selection.getByRole("button", { name: "Pin", exact: true }).click();
  await expect(page.getByRole("row", { name: /third/ })).toContainText("Pinned");

  await select("first").check();
  await select("second").check();
  await selection.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("The score went from 61% to 72% (+11).")).toBeVisible();
  const section = (title: string) => page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(section("New findings")).toContainText("A key is written to the log");
  await expect(section("Fixed findings")).toContainText("The name says nothing");
  await expect(section("Unchanged findings")).toContainText("The lock is held while it waits");

  await page.goto("/documents");
  await select("first").check();
  await select("second").check();
  await selection.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("2 documents were deleted.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Documents" }).getByRole("row")).toHaveCount(2);
});

test("a later report of a scope offers its comparison", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the ledger", score: 61 }));
  const { url } = await harmony.send(reviewReport({ scope: "the ledger", score: 92 }));
  await page.goto(url);
  await expect(page.getByText("Earlier reports: 61% → 92%")).toBeVisible();
  await page.getByRole("link", { name: "Compare with the last one" }).click();
  await expect(page.getByText("The score went from 61% to 92% (+31).")).toBeVisible();
});
