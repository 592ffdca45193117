import { expect, live, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("from page to page and back again", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the walk" }));
  await page.goto("/");
  await live(page);
  const rail = page.getByRole("navigation", { name: "Pages" });
  await rail.getByRole("link", { name: "Documents" }).click();
  await expect(rail.getByRole("link", { name: "Documents" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "the walk" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("the walk");
  await page.getByRole("navigation", { name: "Views of the document" }).getByRole("link", { name: "Source" }).click();
  await expect(page).toHaveURL(/view=source$/);
  await expect(page.getByRole("region", { name: "Source" })).toContainText("# Review Report: the walk");
  await page.goBack();
  await expect(page.getByRole("region", { name: "Findings" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
});

test("a finding and its line in the source point at each other", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport());
  await page.goto(`/documents/${id}`);
  await live(page);
  const finding = page.getByRole("region", { name: "Findings" }).getByRole("row").nth(2);
  const line = page.getByRole("complementary", { name: "Source" }).locator("#L13");
  await finding.hover();
  await expect(line).toHaveClass(/is-linked/);
  await line.hover();
  await expect(finding).toHaveClass(/is-linked/);
  await finding.getByRole("link", { name: "line 13" }).click();
  await expect(line).toHaveClass(/is-chosen/);
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`));
});

test("a link to a line opens the source at it", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport());
  await page.goto(`/documents/${id}?view=source#L12`);
  await expect(page.locator("#L12")).toBeInViewport();
});

test("the theme is kept, and there from the first HTML on", async ({ page }) => {
  await page.goto("/");
  await live(page);
  const root = page.locator("html");
  await page.getByRole("button", { name: "Change the theme" }).click();
  await page.getByRole("button", { name: "Change the theme" }).click();
  await expect(root).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get("/")).text();
  expect(html).toContain('data-theme="dark"');
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
});
