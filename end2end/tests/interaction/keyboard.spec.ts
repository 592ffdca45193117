import { expect, live, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("the first stop of Tab skips to the content", async ({ page }) => {
  await page.goto("/");
  await live(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a slash goes to the search, and a question mark lists the keys", async ({ page }) => {
  await page.goto("/documents");
  await live(page);
  await page.keyboard.press("/");
  await expect(page.getByRole("search").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeHidden();
  await page.getByRole("main").click({ position: { x: 500, y: 500 } });
  await page.keyboard.type("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeHidden();
});

test("a document is walked through with j and k, and its views with numbers", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport());
  await page.goto(`/documents/${id}`);
  await live(page);
  const findings = page.getByRole("region", { name: "Findings" }).getByRole("row");
  await page.keyboard.press("j");
  await expect(findings.nth(1)).toHaveClass(/is-chosen/);
  await page.keyboard.press("j");
  await expect(findings.nth(2)).toHaveClass(/is-chosen/);
  await page.keyboard.press("k");
  await expect(findings.nth(1)).toHaveClass(/is-chosen/);
  await page.keyboard.press("2");
  await expect(page).toHaveURL(/view=source$/);
  await live(page);
  await page.keyboard.press("3");
  await expect(page).toHaveURL(/view=json$/);
  await live(page);
  await page.keyboard.press("1");
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`));
});

test("the issues of a document are walked through with n and p, also those that are folded", async ({ page, harmony }) => {
  const findings = Array.from({ length: 6 }, () => ({ severity: "urgent" }));
  const { id } = await harmony.send(reviewReport({ findings }));
  await page.goto(`/documents/${id}`);
  await live(page);
  const places = page.getByRole("region", { name: "Issues" }).getByRole("listitem");
  for (const index of [0, 1, 2, 3]) {
    await page.keyboard.press("n");
    await expect(places.nth(index)).toHaveClass(/is-chosen/);
  }
  await expect(places.nth(3)).toBeVisible();
  await page.keyboard.press("p");
  await expect(places.nth(2)).toHaveClass(/is-chosen/);
  const line = page.getByRole("complementary", { name: "Source" }).locator(".source > .is-chosen");
  await expect(line).toContainText("urgent");
  await expect(line.locator(".source__notes")).toBeVisible();
});

test("from the list to a document without a pointer", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "reached by key" }));
  await page.goto("/documents");
  await live(page);
  const link = page.getByRole("link", { name: "reached by key" });
  const isThere = () => link.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < 50 && !(await isThere()); stops++) await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("reached by key");
});

test("lists are walked through with j and k, and Enter opens a row", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the older one" }));
  await harmony.send(reviewReport({ scope: "the newer one" }));
  await page.goto("/documents");
  await live(page);
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "the newer one" })).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.getByRole("link", { name: "the newer one" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "the older one" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("the older one");
  await page.goto("/");
  await live(page);
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "the newer one" })).toBeFocused();
});
