import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test.use({ locale: "ko-KR" });

test("a page is in the language of the browser, and what documents say stays as it is", async ({ page, harmony }) => {
  // Words that pages have, too.
  const findings = [{ description: "Documents", suggestion: "Sessions", severity: "low" }];
  const { url } = await harmony.send(reviewReport({ scope: "Overview", summary: "Inbox. Quarantine. Contract.", findings }));
  await page.goto(url);
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await expect(page.getByRole("navigation", { name: "페이지" }).getByRole("link", { name: "문서" }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  const viewer = page.getByRole("main");
  for (const said of ["Documents", "Sessions", "Inbox. Quarantine. Contract."]) {
    await expect(viewer.getByText(said, { exact: true }).first()).toBeVisible();
  }
  await expect(viewer.getByText("승인", { exact: true })).toBeVisible();
});

test("an issue is explained in Korean", async ({ page, harmony }) => {
  const { url } = await harmony.send(reviewReport({ findings: [{ severity: "HIGH" }] }));
  await page.goto(url);
  await expect(page.getByRole("main").getByText("프로그램은 글자 단위로 비교합니다")).toBeVisible();
  await expect(page.getByRole("main").getByText("을(를)").first()).toContainText("HIGH");
});

test("a reader chooses another language, and stays on the page", async ({ page, harmony }) => {
  const { url } = await harmony.send(reviewReport());
  await page.goto(`${url}?view=source`);
  await page.getByRole("button", { name: "English" }).first().click();
  await expect(page).toHaveURL(/view=source$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto("/sessions");
  await expect(page.getByRole("heading", { name: "Sessions", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "한국어" }).first().click();
  await expect(page.getByRole("heading", { name: "세션", level: 1 })).toBeVisible();
});
