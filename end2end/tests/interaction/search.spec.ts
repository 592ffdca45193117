import { expect, live, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("results appear while typing, and the keys choose one", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport({ scope: "cedar bridge" }));
  await page.goto("/");
  await live(page);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: /^Search/ });
  await expect(field).toBeFocused();
  const results = page.getByRole("listbox", { name: "Results" });
  await expect(results.getByRole("option", { name: "Inbox" })).toBeVisible();
  await page.keyboard.type("cedar");
  const hit = results.getByRole("option", { name: /cedar bridge/ });
  await expect(hit).toBeVisible();
  await expect(results.getByRole("option", { name: "All documents with “cedar”" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(hit).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`));
});

test("rules and formats are found, and Escape closes the results", async ({ page }) => {
  await page.goto("/inbox");
  await live(page);
  await page.keyboard.press("/");
  await page.keyboard.type("severity-s");
  const results = page.getByRole("listbox", { name: "Results" });
  await expect(results.getByRole("option", { name: /^severity-spelling/ })).toHaveAttribute("href", /tab=rules#severity-spelling$/);
  await page.keyboard.press("Escape");
  await expect(results).toBeHidden();
  await expect(page.getByRole("combobox", { name: /^Search/ })).toBeFocused();
});

test("terms narrow the list that Enter opens", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "maple one" }), "text/markdown", "?session=maple");
  await harmony.send(reviewReport({ scope: "maple two" }));
  await page.goto("/");
  await live(page);
  await page.keyboard.press("/");
  await page.keyboard.type("session:maple");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "maple one" })).toBeVisible();
  await expect(page.getByRole("link", { name: "maple two" })).toHaveCount(0);
});

test("two keys go to a page", async ({ page }) => {
  await page.goto("/");
  await live(page);
  await page.keyboard.type("gd");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of a search has the same results", async ({ page, harmony }) => {
    await harmony.send(reviewReport({ scope: "birch" }));
    await page.goto("/search?q=birch");
    await expect(page.getByRole("group", { name: "Documents" }).getByRole("link", { name: /birch/ })).toBeVisible();
    await page.goto("/search?q=is:odd");
    await expect(page.getByText("can't be odd")).toBeVisible();
  });
});
