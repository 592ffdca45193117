import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("a document is pinned, found by its pin, and let go of", async ({ page, harmony, javaScriptEnabled }) => {
  const { url } = await harmony.send(reviewReport({ scope: "the one to keep" }));
  await harmony.send(reviewReport({ scope: "another" }));
  await page.goto(url);
  const actions = page.getByRole("button", { name: "Actions" });
  const menu = page.getByRole("group", { name: "Actions" });
  await actions.click();
  await expect(menu).toContainText("Kept until it is deleted");
  await menu.getByRole("button", { name: "Pin", exact: true }).click();
  await actions.click();
  await expect(menu).toContainText("Pinned: kept until it is deleted");

  await page.goto("/documents");
  await expect(page.getByRole("row", { name: /the one to keep/ })).toContainText("Pinned");
  await page.getByText("Source, dates and pins").click();
  await page.getByRole("checkbox", { name: "Pinned only" }).check();
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByRole("link", { name: "the one to keep" })).toBeVisible();
  await expect(page.getByRole("link", { name: "another" })).toHaveCount(0);

  await page.getByRole("link", { name: "the one to keep" }).click();
  await actions.click();
  await menu.getByRole("button", { name: "Unpin" }).click();
  await actions.click();
  await expect(menu.getByRole("button", { name: "Pin", exact: true })).toBeVisible();
});

test.describe("what was deleted", () => {
  test.use({ expectedComplaints: /404/ });

  test("is gone after a second question", async ({ page, harmony }) => {
    const { url } = await harmony.send(reviewReport({ scope: "the one to go" }));
    await page.goto(url);
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("link", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete this document?");
    await expect(page.getByRole("list").filter({ hasText: "its text" })).toContainText("1 block (Review Report)");
    await page.getByRole("link", { name: "Keep it" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("the one to go");

    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("link", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await expect(page.getByText("The document was deleted.")).toBeVisible();
    await expect(page.getByRole("link", { name: "the one to go" })).toHaveCount(0);
    const response = await page.goto(url);
    expect(response?.status()).toBe(404);
  });
});
