/** A change of one place of the server, chosen by hand, and the tests that must fail with it. */
export interface ServerMutant {
  file: string;
  /** The original text, which occurs once. */
  from: string;
  to: string;
  tests: readonly string[];
  /** Why no test can find it; null for a mutant that one has to find. */
  reason: string | null;
}

/** What is changed into what, and the reason of one that survives. */
type Change = readonly [from: string, to: string, reason?: string];

const S = 'apps/server/src';

/** The changes of one file of the server. `tests` are paths without their ending. */
export const of = (file: string, tests: readonly string[], changes: readonly Change[]): ServerMutant[] =>
  changes.map(([from, to, reason = null]) => ({
    file: `${S}/${file}`,
    from,
    to,
    tests: tests.map((test) => `${S}/${test}.test.ts`),
    reason,
  }));
