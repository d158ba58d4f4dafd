import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterLook, type HealthMailState, NOTHING_MAILED } from './health-mails.ts';

const LOOK_MS = 600_000;
const DAY_MS = 86_400_000;

/** The mails that checks every ten minutes cause, with the time of each. */
function mailsOf(looks: readonly boolean[]): { mail: 'failing' | 'well'; at: number }[] {
  let state: HealthMailState = NOTHING_MAILED;
  const mails: { mail: 'failing' | 'well'; at: number }[] = [];
  for (const [index, fails] of looks.entries()) {
    const at = index * LOOK_MS;
    const next = afterLook(state, fails, new Date(at));
    ({ state } = next);
    if (next.mail) mails.push({ mail: next.mail, at });
  }
  return mails;
}
const kinds = (looks: readonly boolean[]) => mailsOf(looks).map(({ mail }) => mail);

it('no mail about a failure at a single check, or about an end without a failure', () => {
  expect(kinds([false, true, false, true, false])).toEqual([]);
  expect(kinds([true, true, true, false, false])).toEqual(['failing', 'well']);
});

it('a failure of three days causes one mail a day, and one at its end', () => {
  const looks = [...Array.from({ length: (3 * DAY_MS) / LOOK_MS }, () => true), false, false];
  expect(kinds(looks)).toEqual(['failing', 'failing', 'failing', 'well']);
});

it('an intermittent failure causes at most one mail a day, and each mail about an end follows one about a failure', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (looks) => {
      const mails = mailsOf(looks);
      const failing = mails.filter(({ mail }) => mail === 'failing');
      for (const [index, { at }] of failing.entries()) {
        expect(at - (failing[index - 1]?.at ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(DAY_MS);
      }
      for (const [index, { mail }] of mails.entries()) {
        if (mail === 'well') expect(mails[index - 1]?.mail).toBe('failing');
      }
    }),
  );
});
