import { Readable } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import type { IndicatorRows } from '@pimis/domain/indicators/types';
import { formatAmount } from '@pimis/domain/money/decimal';
import { type CurrentUser, loadCurrentUser } from '../../platform/access/current-user.ts';
import type { Block } from '../../platform/documents/pdf/model.ts';
import { noopLogger } from '../../platform/process/noop-logger.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { submit, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { loadRealization, totalExpense } from '../form-store/realization.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { renderPdf } from '../../platform/documents/pdf/render.ts';
import { resizeImage } from '../../platform/documents/image.ts';
import { cardOf, cardParts, identityCard } from './identity-card.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);
const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();
const QUARTER: IndicatorRows['timeToProjectImplementation'][number] = {
  year: 2026,
  quarter: 1,
  quarterEndDate: '2026-03-31',
  projectStartDate: '2026-01-01',
  implementationDays: 90,
  activityQuarterAmount: '0.00',
  activityTotalAmount: '0.00',
  value: 100,
  activityQuarterInitialAmount: '0.00',
  activityTotalInitialAmount: '0.00',
  initialValue: 100,
  limitReached: false,
};

async function userOf(login: string): Promise<CurrentUser> {
  await server.token(login);
  const { rows } = await sql<{ userId: number; sessionId: string }>`
    select users.id as "userId", sessions.id as "sessionId" from users join sessions on sessions.user_id = users.id
    where users.login = ${login} order by sessions.created_at desc limit 1`.execute(server.context.db);
  const [session] = rows;
  const user = session && (await loadCurrentUser(server.context.db, session.userId, session.sessionId));
  if (!user) throw new Error(`${login} has no session`);
  return user;
}

const card = async (login: string, code: string) => identityCard(server.context, await userOf(login), code, {});

/** The block that follows a heading. */
function under(blocks: readonly Block[], title: string): Block | undefined {
  return blocks[blocks.findIndex((block) => block.kind === 'heading' && block.text === title) + 1];
}

function tableUnder(blocks: readonly Block[], title: string) {
  const block = under(blocks, title);
  if (block?.kind !== 'table') throw new Error(`No table under ${title}`);
  return block;
}

it('the identity card shows who pays, the cost of each year, and to administrators the indicators', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server, { type: 1 });
  const young = await card('local.user', life.code);
  expect(under(young.blocks, 'Извори финансирања')).toMatchObject({ kind: 'paragraph' });
  expect(under(young.blocks, 'Средства по годинама')).toMatchObject({ kind: 'paragraph' });
  life.period = { start: '2026-04-01', end: '2027-03-31' };
  await life.fillAndApprove();
  await life.fillAndApprove();
  server.setNow(day('2026-07-02'));
  await life.fill();
  await life.quarter();

  const paper = await card('admin', life.code);
  const project = await life.read();
  expect(paper.head).toEqual({
    institutions: ['РЕПУБЛИКА СРБИЈА', project.organizationName],
    number: project.number,
    day: '2.7.2026.',
  });
  const [facts] = paper.blocks;
  if (facts?.kind !== 'labelled') throw new Error('No facts');
  expect(facts.rows).toContainEqual({ label: 'Рок реализације', value: '1.4.2026. – 31.3.2027.' });
  const value = formatAmount(project.totalValue);
  expect(tableUnder(paper.blocks, 'Извори финансирања').foot).toEqual(['Укупно', '', value, '']);
  const years = tableUnder(paper.blocks, 'Средства по годинама');
  const realized = formatAmount(totalExpense(await loadRealization(server.context.db, project.id)));
  expect(years.rows).toEqual([expect.arrayContaining(['2026']), expect.arrayContaining(['2027'])]);
  expect(years.foot).toEqual(['Укупно', value, '0,00', realized]);
  expect(tableUnder(paper.blocks, 'Кључни показатељи успеха').rows[0]).toEqual([
    '2. квартал 2026.',
    realized,
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
  const own = await card('local.user', life.code);
  expect(own.blocks.some((block) => block.kind === 'heading' && block.text === 'Кључни показатељи успеха')).toBe(false);
});

it('value and sources of a card come from one form, which it names; a draft only if nothing is locked', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server);
  const { form, values } = await life.values();
  const saved = await submit(server, 'local.user', life.code, form.id, 1, values);
  expect(saved.httpStatus).toBe(200);
  expect((await life.read()).totalValue).toBe('0.00');
  const shown = async () => {
    const { blocks } = await card('local.user', life.code);
    const [facts] = blocks;
    if (facts?.kind !== 'labelled') throw new Error('No facts');
    const fact = (label: string) => facts.rows.find((row) => row.label === label)?.value;
    const total = tableUnder(blocks, 'Извори финансирања').foot?.[2];
    return [fact('Вредност'), total, fact('Вредност и извори према')];
  };
  const value = '2.110.000.000,00';
  expect(await shown()).toEqual([`${value} РСД`, value, 'Идеја капиталног пројекта, ревизија 1, нацрт']);
  await life.fill();
  expect(await shown()).toEqual([`${value} РСД`, value, 'Идеја капиталног пројекта, ревизија 1']);
});

it('a card has no fixed page break: the course of the project is on the first page if it fits', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server);
  const pages = await pdfPages(await renderPdf(await card('local.user', life.code)));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('Ток пројекта');
});

const WORDS = 'Постројење за пречишћавање отпадних вода насељених места ';
const WORD = 'Ш'.repeat(300);

it.each([
  ['long texts', WORDS.repeat(40)],
  ['one long word', WORD],
  ['emoji, directions and control characters', `\u202e😀 ${'\u0007=cmd|calc!A1 '.repeat(60)}`],
])('a card never exceeds two pages: %s', async (_, text) => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server);
  const parts = await cardParts(server.context, await userOf('admin'), life.code);
  const [point] = parts.project.phases;
  if (!point) throw new Error('No phase');
  const many = <Row>(count: number, row: (index: number) => Row) => Array.from({ length: count }, (__, at) => row(at));
  const amount = '123456789012.34';
  const year = (at: number) => ({ year: 2015 + at, planned: amount, appropriated: amount, realized: amount });
  const time = { ...QUARTER, activityQuarterAmount: amount };
  const photograph = await resizeImage(() => white(1600, 1200), { width: 900, height: 600 });
  const document = cardOf(
    {
      project: {
        ...parts.project,
        name: text.slice(0, 512),
        organizationName: text,
        proposerOrganizationName: text,
        meiOpinion: text,
        phases: many(9, () => point),
      },
      about: { description: text, goals: text },
      decisions: many(12, (at) => ({
        type: 3,
        name: text,
        phase: 0,
        decision: 1,
        date: '2026-03-02',
        postponedDate: null,
        comment: `${at} ${text}`,
      })),
      funding: {
        origin: null,
        value: null,
        sources: many(12, () => ({ source: text, name: text, amount, share: '8.33' })),
        sourcesTotal: '1481481468148.08',
        years: many(20, year),
        total: year(0),
        period: { start: '2026-01-01', end: '2036-12-31' },
      },
      indicators: {
        timeToProjectImplementation: many(30, () => time),
        fundingAdequacyIndicator: [],
        inactivity: [],
      },
      photographs: many(3, () => ({ ...photograph, title: text, addedAt: day('2026-03-02') })),
    },
    server.context,
    {},
  );
  const bytes = await renderPdf(document);
  const pages = await pdfPages(bytes);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Остали извори (8)');
  expect(pages[0]).toContain('до 2028.');
  expect(pages[1]).toContain('Ранијих одлука: 7.');
  expect(pages[1]).toContain('Одговорно лице');
});

it('the identity card shows the day to which the commission has postponed a project', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  await life.commission(3, 4, { postponedDate: '2026-10-05', comment: 'Чека се дозвола.' });
  const { blocks } = await card('local.user', life.code);
  expect(tableUnder(blocks, 'Одлуке комисије').rows).toEqual([
    [expect.any(String), '2.4.2026.', 'Одложено до 5.10.2026.', 'Чека се дозвола.'],
  ]);
});

it('photographs are checked images that have no document type and no form names', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server);
  const picture = await white(640, 480);
  const add = async (name: string, more: object = {}) => {
    const fields = { description: 'Слика', ...more };
    const { payload } = await upload(server, 'local.user', life.code, `${name}.jpg`, fields, picture);
    return payload?.[0]?.id ?? 0;
  };
  await add('slika');
  await add('odluka', { documentType: '18' });
  const waiting = await add('neproverena');
  const named = await add('dokaz');
  const { db } = server.context;
  await db.updateTable('document_revisions').set({ scan: 'waiting' }).where('document_id', '=', waiting).execute();
  const form = db.selectFrom('project_forms').select('id').orderBy('id', 'desc').limit(1);
  await db.insertInto('form_documents').values({ form_id: form, document_id: named }).execute();
  const { photographs } = await cardParts(server.context, await userOf('admin'), life.code);
  expect(photographs.map(({ title }) => title)).toEqual(['slika']);
});

it('a broken photograph is left out, and logged with its document', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server);
  const whole = await white(1200, 800);
  await upload(server, 'local.user', life.code, 'cela.jpg', { description: 'Слика' }, whole);
  // It begins as a valid picture, but is truncated.
  const cut = whole.subarray(0, whole.length / 2);
  const { payload } = await upload(server, 'local.user', life.code, 'prekinuta.jpg', { description: 'Слика' }, cut);
  const told: { document?: number; err?: unknown }[] = [];
  const log = { ...noopLogger, warn: (facts: object) => void told.push(facts) };
  const { photographs } = await cardParts({ ...server.context, log }, await userOf('admin'), life.code);
  expect(photographs.map(({ title }) => title)).toEqual(['cela']);
  expect(told.map(({ document, err }) => [document, err instanceof Error])).toEqual([[payload?.[0]?.id, true]]);
});

it('a photograph whose file the store does not return in time is left out', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server);
  const picture = await white(640, 480);
  for (const name of ['cela', 'prekinuta', 'nijedna']) {
    await upload(server, 'local.user', life.code, `${name}.jpg`, { description: 'Слика' }, picture);
  }
  const late = () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('late')));
    return controller.signal;
  };
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(late).mockImplementationOnce(late);
  const stalled = new Readable({ read: () => undefined });
  vi.spyOn(server.context.files, 'get')
    .mockReturnValueOnce(new Promise(() => undefined))
    .mockResolvedValueOnce(stalled);
  const { photographs } = await cardParts(server.context, await userOf('admin'), life.code);
  vi.restoreAllMocks();
  expect(photographs.map(({ title }) => title)).toEqual(['cela']);
  expect(stalled.destroyed).toBe(true);
});
