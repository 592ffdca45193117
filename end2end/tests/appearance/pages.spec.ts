import { expect, expectAccessible, live, test } from "../../support/fixtures.ts";
import { PAGES } from "../../support/pages.ts";

const WIDTHS = [1440, 390];
/** Nothing else depends on the theme. */
const RULES_OF_COLOR = ["color-contrast", "link-in-text-block"];

for (const { name, prepare, except, hearsNothing } of PAGES) {
  for (const width of WIDTHS) {
    test(`${name} at ${width}`, async ({ page, harmony }, { project }) => {
      // A machine that is busy takes long for a picture of the longest pages.
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await page.goto(await prepare(harmony));
      if (!hearsNothing) await live(page);
      await expect(page.getByText("Loading the parsers…")).toBeHidden();
      // For people to look at; nothing compares it, since another version of a font or of Chromium changes every picture.
      await page.screenshot({ path: `results/pictures/${name}-${width}-${project.name}.png`, fullPage: true, timeout: 0 });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, "nothing is wider than the window").toBeLessThanOrEqual(0);
      // Axe takes long for a long page.
      await expectAccessible(page, project.name === "dark" ? { only: RULES_OF_COLOR } : { except: except ?? [] });
    });
  }
}
