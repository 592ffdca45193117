import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("a link shows the report alone, and its lines", async ({ page, harmony }) => {
  await page.goto(await harmony.publish([reviewReport({ scope: "the importer" })]));
  await expect(page).toHaveTitle(/importer · Harmony/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("the importer");
  await expect(page.getByRole("navigation", { name: "Views of the report" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Documents" })).toHaveCount(0);
  await page.getByRole("link", { name: /^line/ }).first().click();
  await expect(page).toHaveURL(/#L\d+$/);
  await expect(page.locator(":target")).toBeInViewport();
  await page.getByRole("link", { name: "JSON" }).click();
  await expect(page.getByRole("main")).toContainText("the importer");
});

test("several reports have an index", async ({ page, harmony }) => {
  const path = await harmony.publish([reviewReport({ scope: "part 1" }), reviewReport({ scope: "part 2" })]);
  await page.goto(path);
  await page.getByRole("link", { name: "part 2" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("part 2");
  await page.getByRole("link", { name: "All reports" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test.describe("of a link that was revoked", () => {
  test.use({ expectedComplaints: /410/ });

  test("the page says so", async ({ page, harmony }) => {
    const path = await harmony.publish([reviewReport({ scope: "the importer" })]);
    await page.goto("/previews");
    await page.getByLabel("Revoke the importer").click();
    await page.getByRole("button", { name: "Revoke it" }).click();
    await expect(page.getByText("No preview links")).toBeVisible();
    await page.goto(path);
    await expect(page.getByRole("alert")).toContainText("revoked");
  });
});

test("a file opens without a server and loads nothing", async ({ page, harmony }) => {
  const file = await harmony.render(reviewReport({ scope: "the importer" }));
  await harmony.pause();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`file://${file}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("the importer");
  await page.getByRole("link", { name: /^line/ }).first().click();
  await expect(page.locator(":target")).toBeInViewport();
  expect(asked).toHaveLength(1);
});
