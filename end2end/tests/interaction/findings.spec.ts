import type { Page } from "@playwright/test";
import { expect, live, mark, test } from "../../support/fixtures.ts";
import { type Finding, reviewReport } from "../../support/reports.ts";

const FINDINGS: Finding[] = [
  { file: "src/store.rs", severity: "low", description: "The name says nothing" },
  { file: "src/api.rs", severity: "critical", description: "An acknowledged `row` can be lost" },
  { file: "web/page.ts", severity: "medium", description: "The name is shown twice" },
  { file: "src/api.rs", severity: "high", description: "The limit is not checked" },
];

const rows = (page: Page) => page.getByRole("region", { name: "Findings" }).getByRole("row");

test("findings are narrowed while the reader types, and the address follows", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport({ findings: FINDINGS }));
  await page.goto(`/documents/${id}`);
  await live(page);
  const marked = await mark(page);
  await page.getByRole("searchbox", { name: "Text" }).fill("acknowledged row");
  await expect(rows(page)).toHaveCount(1 + 1);
  await expect(page.getByText("1 of 4")).toBeVisible();
  await expect(page).toHaveURL(/text=acknowledged%20row$/);
  await page.getByRole("searchbox", { name: "Text" }).fill("");
  await page.getByRole("combobox", { name: "Order" }).selectOption("by severity");
  await expect(rows(page)).toHaveCount(1 + 4);
  await expect(rows(page).nth(1)).toContainText("critical");
  await expect(rows(page).nth(4)).toContainText("low");
  await page.getByRole("combobox", { name: "Severity" }).selectOption("high (1)");
  await expect(rows(page)).toHaveCount(1 + 1);
  await marked.expectKept();
  await page.reload();
  await expect(rows(page)).toHaveCount(1 + 1);
  await expect(rows(page).nth(1)).toContainText("The limit is not checked");
});

test("j walks through what is shown, in its order", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport({ findings: FINDINGS }));
  await page.goto(`/documents/${id}`);
  await live(page);
  await page.getByRole("combobox", { name: "Order" }).selectOption("by severity");
  await page.getByRole("searchbox", { name: "File" }).fill("api");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await expect(rows(page).nth(1)).toHaveClass(/is-chosen/);
  await page.keyboard.press("j");
  await expect(rows(page).nth(2)).toHaveClass(/is-chosen/);
  await expect(rows(page).nth(2)).toContainText("The limit is not checked");
});

test("a list of many pages is narrowed by the server at a choice", async ({ page, harmony }) => {
  const findings = Array.from({ length: 150 }, (_, index) => ({ severity: index % 3 ? "low" : "high" }));
  const { id } = await harmony.send(reviewReport({ findings }));
  await page.goto(`/documents/${id}`);
  await live(page);
  await page.getByRole("combobox", { name: "Severity" }).selectOption("high (50)");
  await expect(page).toHaveURL(/severity=high/);
  await expect(page.getByText("50 of 150")).toBeVisible();
  await expect(rows(page)).toHaveCount(1 + 50);
});
