import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

const DEVIATING = reviewReport({ scope: "the fixed one", findings: [{ severity: "**HIGH**" }, { severity: "urgent" }] })
  .replace("## Score: 92%", "## Score: 9/10");

test("one fix is shown before it is stored, and the document stays as it came", async ({ page, harmony }) => {
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}`);
  const contract = page.getByRole("region", { name: "Contract" });
  const score = contract.locator(".diagnostic").filter({ hasText: "the score is written" });
  await score.getByRole("link", { name: "Apply" }).click();
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
  await page.getByRole("region", { name: "Fixing" }).getByRole("link", { name: /^Apply all \d+ fixes$/ }).click();
  const changes = page.getByRole("region", { name: "Before and after" });
  await expect(changes).toContainText("added: ## Score: 90%");
  await expect(changes).toContainText("**HIGH**");
  await expect(page.getByText(/deviations fixed, .* left/)).toBeVisible();
  const download = await page.request.get(await page.getByRole("link", { name: "Download" }).getAttribute("href") ?? "");
  expect(await download.text()).toContain("## Score: 90%");
});

test("a deviation is fixed in place, from its line of the source", async ({ page, harmony }) => {
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}?view=source`);
  await page.locator("#L4").getByRole("link", { name: "Apply" }).first().click();
  await expect(page.getByRole("region", { name: "Before and after" })).toContainText("added: ## Score: 90%");
});

test("the prompt for the agent stays readable where nothing can be copied", async ({ page, harmony }) => {
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}`);
  const fixing = page.getByRole("region", { name: "Fixing" });
  await fixing.getByText("Show prompt for all").click();
  await expect(fixing.locator("pre")).toContainText("Fix each, keep everything else as it is");
  await expect(fixing.locator("pre")).toContainText(">    4 | ## Score: 9/10");
  await expect(fixing.locator("pre")).toContainText("Clause: 5.1 Review Report, Score");
});

test("a text that conforms has nothing to fix", async ({ page, harmony }) => {
  const { id } = await harmony.send("Just a note.\n");
  await page.goto(`/documents/${id}/fixed?fix=all`);
  await expect(page.getByText("There is nothing to fix")).toBeVisible();
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole("region", { name: "Fixing" })).toHaveCount(0);
});
