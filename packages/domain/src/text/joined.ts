import { type BilingualText, pair } from './bilingual-text.ts';

const CONJUNCTIONS = { and: pair('и', 'and'), or: pair('или', 'or') } as const satisfies Record<string, BilingualText>;
export type Conjunction = keyof typeof CONJUNCTIONS;

/** Items as a sentence lists them: "А, Б и В". */
export function joined(items: readonly string[], conjunction: Conjunction): BilingualText {
  const of = (word: string) =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1) ?? ''}`;
  return pair(of(CONJUNCTIONS[conjunction].sr), of(CONJUNCTIONS[conjunction].en));
}
