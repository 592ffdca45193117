import { Harmony } from "../../support/harmony.ts";
import { expect, test } from "../../support/fixtures.ts";

const TOKEN = "a-token-of-some-length";

// A page that says what went wrong comes with the status that says so too.
test.use({ expectedComplaints: /Failed to load resource: the server responded with a status of 4\d\d/ });

test("a text that can't be stored is answered with a page, and a way back to the text", async ({ page }) => {
  await page.goto("/add");
  await page.getByRole("textbox", { name: /^Text/ }).fill("   ");
  await page.getByRole("button", { name: "Add document" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The text is empty");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("link", { name: "Back to an empty form" }).click();
  await expect(page).toHaveURL(/\/add$/);
});

test("a login leads back to the page that was asked for", async ({ page }) => {
  const harmony = await Harmony.start(["--token", TOKEN]);
  try {
    await page.goto(`${harmony.url}/documents?q=nothing`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
    await page.getByLabel("Token").fill("not the token at all");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toHaveText("The token is wrong, or has ended.");
    await page.getByLabel("Token").fill(TOKEN);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(`${harmony.url}/documents?q=nothing`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
  } finally {
    // A page that is still live would complain that its server is gone.
    await page.goto("about:blank");
    await harmony.stop();
  }
});
