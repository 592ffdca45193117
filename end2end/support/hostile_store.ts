import { course } from "./chains.ts";
import type { Harmony, Stored } from "./harmony.ts";
import { examples, poisoned } from "./hostile.ts";
import { hostileMemo } from "./hostile_formats.ts";
import { ENDING, type Payloads } from "./payloads.ts";

/** What the author of a document, or of a run, calls things. */
const NAMED = ["repository", "commit", "ci_run", "branch", "agent", "model", "path"] as const;
/** Blocks that a page shows at once. */
const BLOCKS = 20;
/** Words of the chain of a session that may be any others. */
const WORDS =
  /Session store on disk|Keep sessions across restarts|scope=\S+|Write sessions to disk|all packages|Find out where|Sessions are kept in memory|Sessions are on disk|Tests fail|2 of 212 tests fail|All packages|Retry the step/g;

export interface HostileStore {
  /** The ids of all documents. */
  documents: string[];
  /** The session with a chain. */
  session: string;
}

/** Sends texts with payloads for names. */
export async function sendHostile(harmony: Harmony, texts: string[], session: string, payloads: Payloads): Promise<void> {
  const documents = texts.map((text) => ({ text, source: source(session, payloads) }));
  await post(harmony, "/api/documents", { documents });
}

function source(session: string, payloads: Payloads): object {
  return { ...Object.fromEntries(NAMED.map((name) => [name, payloads.word()])), session };
}

/** Fills a store with documents of every format, and of formats of a team, with a payload in each field and each name. */
export async function fillHostile(harmony: Harmony, payloads: Payloads, memos: number): Promise<HostileStore> {
  // Some words are in one place of a page alone, which few payloads reach.
  const session = ENDING;
  const texts: { text: string; source: object }[] = [];
  for (const text of course.map((text) => text.replaceAll(WORDS, (word) => `${word} ${payloads.word().replaceAll("|", "/")}`))) {
    texts.push({ text, source: source(session, payloads) });
  }
  for (const example of (await examples()).values()) {
    texts.push({ text: poisoned(example, BLOCKS, payloads).join("\n\n"), source: source(payloads.word(), payloads) });
  }
  for (let index = 0; index < memos; index++) {
    texts.push({ text: hostileMemo(index, payloads), source: source(payloads.word(), payloads) });
  }
  texts.push({ text: `# ${ENDING}\n\n${payloads.next()}\n\n${payloads.next()}\n`, source: source(payloads.word(), payloads) });
  const { documents }: { documents: Stored[] } = await post(harmony, "/api/documents", { documents: texts });
  // Only the last one is of no format.
  const unread = texts.slice(0, -1).filter((_, index) => documents[index]?.format === null);
  if (unread.length > 0) throw new Error(`no format is recognized in ${unread.map(({ text }) => text).join("\n---\n")}`);
  for (const targetType of ["chain", "session", "format"]) {
    // A format has one of the known names, unless a document quarantines it.
    const targetId = targetType === "format" ? "5.1" : `${ENDING} ${payloads.word()}`;
    const target = { targetType, targetId, reason: payloads.next(), suggestedFlow: payloads.word() };
    await post(harmony, "/api/quarantine", target);
  }
  await harmony.addWebhook({ name: ENDING, session: payloads.word() });
  return { session, documents: documents.map(({ id }) => id) };
}

/** Publishes previews whose titles, names and texts are payloads, and gives their paths. */
export async function publishHostile(harmony: Harmony, payloads: Payloads): Promise<string[]> {
  const document = (text: string) => ({ name: payloads.word(), text });
  const texts: string[] = [];
  for (const example of (await examples()).values()) texts.push(...poisoned(example, 2, payloads));
  const many = await post(harmony, "/api/previews", { title: ENDING, documents: texts.map(document) });
  const one = await post(harmony, "/api/previews", { documents: [document(`# Review Report: ${ENDING}\n`)] });
  const pages = many.documents.map(({ url }: { url: string }) => url);
  return [many.preview.url, ...pages, one.preview.url];
}

async function post(harmony: Harmony, path: string, body: object) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${harmony.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status}: ${answer}`);
  return JSON.parse(answer);
}
