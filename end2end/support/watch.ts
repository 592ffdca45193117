import { type BrowserContext, type Page, expect } from "@playwright/test";

/** What a payload could do in the pages of a context is noticed from now on. `site` is all that they may ask. */
export async function watch(context: BrowserContext, site?: string): Promise<Watch> {
  const done: string[] = [];
  context.on("dialog", (dialog) => (done.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  context.on("request", (request) => {
    const url = request.url();
    const isForeign = site ? !new URL(url).origin.startsWith(site) : url.includes("evil.invalid");
    if (isForeign) done.push(`request: ${url}`);
  });
  await context.addInitScript(() => {
    // What payloads like to call.
    for (const name of ["pwned", "alert", "confirm", "prompt", "print"]) {
      const value = (...words: unknown[]) => Object.assign(window, { ran: `${name}: ${words}` });
      Object.defineProperty(window, name, { value, configurable: true });
    }
    const { error } = console;
    console.error = (...words: unknown[]) => {
      if (words[0] === "pwned") Object.assign(window, { ran: "console" });
      error(...words);
    };
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) =>
      violations.push(`${violatedDirective}: ${sample}`),
    );
  });
  return new Watch(done);
}

export class Watch {
  constructor(private readonly done: string[]) {}

  /** Expects that no payload in the page ran, and that none became an element within `places`, or in the whole page. */
  async expectNothing(page: Page, places?: string): Promise<void> {
    const found = await page.evaluate((places) => {
      const { ran, violations } = window as unknown as { ran?: number; violations?: string[] };
      const within = places ?? ":root";
      const elements = [...document.querySelectorAll(within)].flatMap((place) => [place, ...place.querySelectorAll("*")]);
      const never =
        "iframe,frame,frameset,object,embed,video,audio,source,style,base,math,marquee,isindex,plaintext," +
        // Parts of a page that come later are in templates with numbers.
        "template:not([id$='-f'])," +
        "meta[http-equiv],animate,set,foreignObject,svg script,[contenteditable],:not(body > pre:only-child)[style],[srcdoc],[background]";
      // A frame of our own has scripts with the nonce of the response, and its own style and icon.
      const isOurs = (element: Element, address: string | null) => {
        if (places !== undefined) return false;
        if (element instanceof HTMLScriptElement && element.nonce) return true;
        return address !== null && new URL(address, location.href).origin === location.origin;
      };
      const isHostile = (element: Element) =>
        element.matches(never) ||
        (element.matches("script,img") && !isOurs(element, element.getAttribute("src"))) ||
        (element.matches("link") && !isOurs(element, element.getAttribute("href"))) ||
        // Those of tones refer to the shapes of the page.
        (element.matches("use") && !/^#icon-[a-z]+$/.test(element.getAttribute("href") ?? "")) ||
        [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith("on") ||
            (/^(href|xlink:href|action|formaction|src|data|poster)$/.test(name) && !/^(https?:|mailto:|[?#/]|$)/i.test(value)),
        );
      const hostile = elements.filter(isHostile).map((element) => element.outerHTML.slice(0, 300));
      return { ran, violations: violations ?? [], hostile };
    }, places);
    expect(found, page.url()).toEqual({ ran: undefined, violations: [], hostile: [] });
    expect(this.done, page.url()).toEqual([]);
  }
}
