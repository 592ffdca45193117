import { examples, poisoned } from "../support/hostile.ts";
import { hostileMemo } from "../support/hostile_formats.ts";
import { Payloads } from "../support/payloads.ts";

/** One of so many payloads is used: of all in a long attack. */
export const EACH = Number(process.env.HARMONY_ATTACK ?? 120);
/** Blocks that a page shows at once. */
const BLOCKS = 20;
/** Places below headings, of which most examples have more. */
const PLACES = 10;

export interface Text {
  format: string;
  text: string;
}

/** Texts of every format, with the payloads in turn at each of their places: all of them in each format. */
export async function texts(): Promise<Text[]> {
  const texts: Text[] = [];
  for (const [format, example] of await examples()) {
    const payloads = new Payloads(EACH);
    while (!payloads.isDone) {
      texts.push({ format, text: poisoned(example, Math.min(BLOCKS, Math.ceil(BLOCKS / EACH) * 4), payloads).join("\n\n") });
    }
  }
  return texts;
}

/** Documents of formats of a team. */
export function memos(formats: number): Text[] {
  const payloads = new Payloads(EACH);
  const memos: Text[] = [];
  while (!payloads.isDone) {
    const index = memos.length % formats;
    memos.push({ format: `memo-${index}`, text: Array.from({ length: PLACES }, () => hostileMemo(index, payloads)).join("\n\n") });
  }
  return memos;
}

/** What documents are called by their authors: all payloads that can be names. */
export function named(): { text: string; source: object }[] {
  const payloads = new Payloads(EACH);
  const named = [];
  while (!payloads.isDone) {
    const source = Object.fromEntries(
      ["repository", "commit", "ci_run", "branch", "agent", "model", "path", "session"].map((name) => [name, payloads.word()]),
    );
    named.push({ text: `# Review Report: ${payloads.word()}\n\n## Verdict: ${payloads.word()}\n`, source });
  }
  return named;
}
