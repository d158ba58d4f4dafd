import { expect, it } from 'vitest';
import { formattedSql } from './format-sql.ts';

it('lays out a line for each clause, condition and subquery', () => {
  const statement = `
    /* prepared */ with seen as (select projects.id from published.projects as projects -- all
      where projects.status = $1 and projects.year between 1 and 2)
    select seen.id, extract(year from seen.at)::integer as "year", count(*) filter (where seen.late) over (order by seen.id)
    from seen left join lateral (select 1) one on true order by seen.id limit $2`;
  expect(formattedSql(statement)).toBe(`with seen as (
    select projects.id
    from published.projects as projects
    where projects.status = $1
      and projects.year between 1 and 2
)
select seen.id, extract(year from seen.at)::integer as "year", count(*) filter (where seen.late) over (order by seen.id)
from seen
left join lateral (
    select 1
) one on true
order by seen.id
limit $2
`);
});

it('gives the same for other blanks and comments, and keeps what is quoted', () => {
  const written = `select 'a  b -c', "x  y" from t`;
  expect(formattedSql(`select 'a  b -c',\n  "x  y" /* why */\nfrom   t`)).toBe(formattedSql(written));
  expect(formattedSql(written)).toBe(`select 'a  b -c', "x  y"\nfrom t\n`);
});

it('breaks a long list between its members', () => {
  const names = Array.from({ length: 30 }, (_, index) => `column${index}`);
  const lines = formattedSql(`select ${names.join(', ')} from t`)
    .trimEnd()
    .split('\n');
  expect(lines.length).toBe(4);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
});
