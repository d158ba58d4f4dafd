import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';

const server = useServer();

const word = fc.constantFrom('a', 'ab', 'abc', 'ba', 'bc', '1', '12', '123');
const words = fc.array(word, { minLength: 1, maxLength: 2 });
const key = fc.record({
  codes: fc.array(words, { maxLength: 2 }),
  names: fc.array(words, { maxLength: 2 }),
  numbers: fc.array(fc.constantFrom('12', '123456789'), { maxLength: 1 }),
});

/** The rule in words of this test. */
function expected(found: { codes: string[]; names: string[]; numbers: string[] }, text: string): number {
  const codes = ` ${found.codes.join(' ')} `;
  if (found.codes.length > 0 && codes.includes(` ${text} `)) return 0;
  if (found.codes.length > 0 && codes.includes(` ${text}`)) return 1;
  if (found.numbers.some((number) => number.startsWith(text))) return 1;
  if (found.names.includes(text)) return 2;
  if (found.names.some((name) => name.startsWith(text))) return 3;
  if (found.names.some((name) => name.includes(` ${text}`))) return 4;
  return 5;
}

it('a code comes before what begins so, then names, their beginnings and words, and what stands within', async () => {
  const cases = fc.sample(fc.tuple(key, words), 400).map(([{ codes, names, numbers }, asked]) => ({
    codes: codes.map((code) => code.join(' ')),
    names: names.map((name) => name.join(' ')),
    numbers,
    text: asked.join(' '),
  }));
  const { rows } = await sql<{ rank: number }>`
    select pimis_search_rank(pimis_search_key(
             array(select jsonb_array_elements_text(asked -> 'codes')),
             array(select jsonb_array_elements_text(asked -> 'names')),
             array(select jsonb_array_elements_text(asked -> 'numbers'))), asked ->> 'text') as rank
    from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality cases(asked, place)
    order by place`.execute(server.context.db);
  expect(cases.map((asked, place) => ({ ...asked, rank: rows[place]?.rank }))).toEqual(
    cases.map((asked) => ({ ...asked, rank: expected(asked, asked.text) })),
  );
});
