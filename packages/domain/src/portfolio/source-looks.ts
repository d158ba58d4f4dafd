import { SOURCE_NAMES } from './source-text.ts';

/** Sources that have looks of their own, by their place: those that forms offer, and the one without a name. */
const FIXED: readonly string[] = [...SOURCE_NAMES, ''];

/** A number that follows from a name alone. */
const numberOf = (name: string, below: number): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % below, 0);

/**
 * The look (colour and pattern) of each source in a chart, out of `looks` many. A source has the same look in every
 * chart. Sources that no form offers share the remaining looks; if a look is already used in a chart, they take the
 * next free one.
 */
export function sourceLooks(sources: readonly string[], looks: number): number[] {
  const others = looks - FIXED.length;
  const taken = new Set<number>();
  return sources.map((source) => {
    const fixed = FIXED.indexOf(source);
    if (fixed >= 0) return fixed;
    const own = numberOf(source, others);
    const inTurn = Array.from({ length: others }, (_, step) => FIXED.length + ((own + step) % others));
    const look = inTurn.find((one) => !taken.has(one)) ?? FIXED.length + own;
    taken.add(look);
    return look;
  });
}
