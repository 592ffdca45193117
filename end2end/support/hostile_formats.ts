import { ENDING, type Payloads } from "./payloads.ts";

/** Files that declare formats with a payload in each of their words, by name; the last ones declare nothing. */
export function hostileFormats(payloads: Payloads, count: number): Record<string, string> {
  const next = () => JSON.stringify(payloads.word());
  const declared = Array.from({ length: count }, (_, index) => {
    const source = `name = ${JSON.stringify(`Memo ${index} ${ENDING}`)}
id = "memo-${index}"
version = ${next()}
kind = "report"
producer = ${next()}
gate = ${JSON.stringify(`${index} ${ENDING}`.slice(0, 80))}
deprecated = ${next()}
heading = "Hostile Memo ${index}"

[fields]
title = { title = true, required = true }
state = { label = "State", words = [${next()}, ${next()}], required = true }
${JSON.stringify(payloads.word())} = "Field"
labelled = { label = ${next()}, required = true }
part = { section = ${next()}, required = true }
rows = { section = "Rows", columns = { ${JSON.stringify(payloads.word())} = { column = "One" }, grade = { column = ${next()}, words = ["high", "low"] } } }
questions = { section = "Questions", type = "list" }

[hints]
verdict = "state"
severity = "rows[].grade"
asks = "questions"
`;
    return [`memo-${index}.format.toml`, source] as const;
  });
  const name = (word: string) => `${word.replaceAll("/", " ").slice(0, 80)}.format.toml`;
  const refused = [
    [name(payloads.word()), `name = ${next()}\nheading = ${next()}\n${next()} = 1\n`],
    [name(payloads.word()), `name = ${next()}\n${payloads.word()}\n`],
    [name(payloads.word()), `name = "A"\nheading = "A"\n[fields]\na = { label = "A", type = ${next()} }\n`],
  ] as const;
  return Object.fromEntries([...declared, ...refused]);
}

/** A document of one of these formats. */
export function hostileMemo(index: number, payloads: Payloads): string {
  const next = () => payloads.next();
  return `# Hostile Memo ${index}: ${ENDING} ${next()}

**State:** ${next()}
**Field:** ${next()}
**${next()}:** ${next()}

## ${next()}

${next()}

## Rows

| One | ${next().replaceAll("|", "/")} |
|---|---|
| ${next().replaceAll("|", "/")} | high |

## Questions

- ${next()}
- ${next()}
`;
}
