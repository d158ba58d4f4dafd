import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { PORTFOLIO_PARTS, type PortfolioCourse, type PortfolioOverview } from '@pimis/contract/portfolio/overview';
import { addFigures } from '../../testing/portfolio-facts.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

/** Workbooks of overview and map: whole, and of one chart. */

const server = useServer();
const TODAY = '2026-07-02';
/** Each belongs to a different organization: two more than the chart of organizations shows. */
const PROJECTS = 14;

beforeAll(async () => {
  server.setNow(new Date(`${TODAY}T09:00:00Z`));
  for (let made = 0; made < PROJECTS; made += 1) await createProject(server, 'local.user', { sector: 1 + (made % 4) });
  const { db } = server.context;
  await sql`
    with made as (
      insert into budget_users (id, name, place, type, tax_id_number, company_number, valid_from)
      select (91000 + id)::text, 'Орган ' || id, 'Чачак', 'institution', (300000000 + id)::text, (40000000 + id)::text,
             date '2020-01-01'
      from projects returning id, name)
    insert into organizations (id, name) select id, name from made`.execute(db);
  await sql`update projects set organization_id = (91000 + id)::text, total_value = 1000.01 * id, level = 1 + id % 3,
    districts = '{20}', municipalities = '{70998}'`.execute(db);
  await addFigures(db, TODAY);
});

const sheetOf = async (login: string, query: string) => {
  const file = await server.get(login, `portfolio/export?status=pending&${query}`);
  expect([query, file.statusCode]).toEqual([query, 200]);
  return (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? [];
};

it('the workbook contains every number', async () => {
  const rows = await sheetOf('admin', 'language=en');
  const parts = new Set(rows.map(([part]) => part));
  for (const part of ['Total', 'Phase', 'Course of phases', 'Waits', 'Quarter']) expect(parts).toContain(part);
  const { payload } = await server.call<PortfolioCourse>('admin', 'GET', 'portfolio/course?status=pending');
  const numbers = (of: string) => rows.flatMap((row) => (row[0] === of ? [row.slice(2).map(String)] : []));
  expect(numbers('Course of phases').map(([reached, , , , , passed]) => [reached, passed])).toEqual(
    payload?.phases.map(({ reached, passed }) => [String(reached), String(passed)]),
  );
  expect(numbers('Waits').map(([projects]) => projects)).toEqual(payload?.waits.map((one) => String(one.projects)));
});

it.each([
  ['export', 'portfolio', 'portfolio'],
  ['export?part=year', 'portfolio-godina', 'portfolio-year'],
  ['progress/export', 'napredak', 'progress'],
  ['timeline/export', 'vremenski-plan', 'timeline'],
  ['calendar/export', 'fiskalni-kalendar', 'fiscal-calendar'],
])('the file of portfolio/%s is named in the language of the screen', async (path, serbian, english) => {
  const nameOf = async (query: string) => {
    const { headers } = await server.get('admin', `portfolio/${path}${path.includes('?') ? '&' : '?'}${query}`);
    return /filename=(.*)$/.exec(String(headers['content-disposition']))?.[1];
  };
  expect(await nameOf('status=pending')).toBe(`${serbian}-${TODAY}.xlsx`);
  expect(await nameOf('status=pending&language=en')).toBe(`${english}-${TODAY}.xlsx`);
});

it.each(['export', 'progress/export', 'timeline/export', 'calendar/export'])(
  'portfolio/%s has names of the data in the script of the screen',
  async (path) => {
    const texts = async (query: string) => {
      const file = await server.get('admin', `portfolio/${path}?status=pending&${query}`);
      return (await readXlsx(file.rawPayload)).sheets.flatMap(({ rows }) => rows.flat().map(String));
    };
    const isCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text);
    expect((await texts('')).filter(isCyrillic)).not.toEqual([]);
    for (const query of ['script=latin', 'language=en']) {
      expect([query, (await texts(query)).filter(isCyrillic)]).toEqual([query, []]);
    }
  },
);

describe('the workbook of one chart', () => {
  it.each(PORTFOLIO_PARTS)('has the same rows of %s as the whole workbook, with only their columns', async (part) => {
    const whole = await sheetOf('admin', 'language=en');
    const own = await sheetOf('admin', `language=en&part=${part}`);
    const headAt = (rows: typeof whole) => rows.findIndex(([cell]) => cell === 'Grouped by');
    const [wholeHead, head] = [whole[headAt(whole)] ?? [], own[headAt(own)] ?? []];
    const rows = own.slice(headAt(own) + 1);
    expect(rows.length).toBeGreaterThan(0);
    const name = rows[0]?.[0];
    const places = head.map((title) => wholeHead.indexOf(title));
    const same = whole.filter(([of]) => of === name);
    expect(rows).toEqual(same.map((row) => places.map((place) => row[place])));
    // Omitted columns are empty in every row.
    for (const [place] of wholeHead.entries()) {
      if (!places.includes(place)) expect(same.filter((row) => row[place] ?? false)).toEqual([]);
    }
  });

  it('is written in the three scripts', async () => {
    const titles = async (query: string) => (await sheetOf('admin', `part=wait&${query}`)).flat().map(String);
    expect(await titles('')).toContain('Подела');
    expect(await titles('script=latin')).toContain('Podela');
    expect(await titles('language=en')).toContain('Grouped by');
  });

  it('is refused for an unknown part', async () => {
    expect((await server.call('admin', 'GET', 'portfolio/export?part=chart')).httpStatus).toBe(422);
  });
});

it('the workbook contains every organization, even those that the chart leaves out', async () => {
  const { payload } = await server.call<PortfolioOverview>('admin', 'GET', 'portfolio/overview');
  expect([payload?.bodies.length, payload?.furtherBodies]).toEqual([12, 2]);
  // The chart shows only the organizations of the highest worth.
  const worths = payload?.bodies.map(({ value }) => Number(value)) ?? [];
  expect(worths).toEqual(Array.from({ length: 12 }, (_, index) => Number((1000.01 * (PROJECTS - index)).toFixed(2))));
  const bodies = (await sheetOf('admin', 'language=en&part=body')).filter(([part]) => part === 'Organization');
  expect(bodies).toHaveLength(14);
});
