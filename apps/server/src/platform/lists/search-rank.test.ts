import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';

/** How well a search key answers a text (pimis_search_rank): its rule at each rank, and for keys made at random. */
const server = useServer();

/** The parts of a search key, folded, and the searched text. */
interface Case {
  codes: string[];
  names: string[];
  numbers: string[];
  text: string;
}

async function ranksOf(cases: readonly Case[]): Promise<number[]> {
  const { rows } = await sql<{ rank: number }>`
    select pimis_search_rank(pimis_search_key(
             array(select jsonb_array_elements_text(sample -> 'codes')),
             array(select jsonb_array_elements_text(sample -> 'names')),
             array(select jsonb_array_elements_text(sample -> 'numbers'))), sample ->> 'text') as rank
    from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality cases(sample, place)
    order by place`.execute(server.context.db);
  return rows.map(({ rank }) => rank);
}

it('a code comes before codes that begin with it, then names, their beginnings, their words, and parts of words', async () => {
  const none = { codes: [], names: [], numbers: [], text: 'ab' };
  const cases: Case[] = [
    { ...none, codes: ['ab', 'ba'], names: ['ab'] },
    { ...none, codes: ['ba', 'abc'], names: ['ab'] },
    { ...none, numbers: ['123456789'], text: '1234' },
    { ...none, codes: ['ba'], names: ['ba', 'ab'] },
    { ...none, codes: ['ba'], names: ['ab bc'] },
    { ...none, codes: ['ba'], names: ['bc abc'] },
    { ...none, codes: ['ba'], names: ['bab'] },
  ];
  expect(await ranksOf(cases)).toEqual([0, 1, 1, 2, 3, 4, 5]);
});

const word = fc.constantFrom('a', 'ab', 'abc', 'ba', 'bc', '1', '12', '123');
const words = fc.array(word, { minLength: 1, maxLength: 2 });
const key = fc.record({
  codes: fc.array(words, { maxLength: 2 }),
  names: fc.array(words, { maxLength: 2 }),
  numbers: fc.array(fc.constantFrom('12', '123456789'), { maxLength: 1 }),
});

/** The rule in words of this test. */
function expected({ codes, names, numbers, text }: Case): number {
  const words = ` ${codes.join(' ')} `;
  if (codes.length > 0 && words.includes(` ${text} `)) return 0;
  if (codes.length > 0 && words.includes(` ${text}`)) return 1;
  if (numbers.some((number) => number.startsWith(text))) return 1;
  if (names.includes(text)) return 2;
  if (names.some((name) => name.startsWith(text))) return 3;
  if (names.some((name) => name.includes(` ${text}`))) return 4;
  return 5;
}

it('is the same rule for codes, names and numbers of any words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(key, words), { minLength: 40, maxLength: 40 }), async (sample) => {
      const cases = sample.map(([{ codes, names, numbers }, words]) => ({
        codes: codes.map((code) => code.join(' ')),
        names: names.map((name) => name.join(' ')),
        numbers,
        text: words.join(' '),
      }));
      const ranks = await ranksOf(cases);
      expect(cases.map((one, place) => ({ ...one, rank: ranks[place] }))).toEqual(
        cases.map((one) => ({ ...one, rank: expected(one) })),
      );
    }),
    { numRuns: 10 },
  );
});
