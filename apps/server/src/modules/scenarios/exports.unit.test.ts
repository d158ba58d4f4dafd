import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { writtenAs } from '@pimis/domain/text/wording';
import type { Context } from '../../platform/context.ts';
import { scenarioPaper } from './paper.ts';
import type { StoredScenario } from './queries.ts';
import { scenarioSheet } from './sheet.ts';

const BUDGET = 'Буџет Републике Србије';
// Half past one in the night in Belgrade.
const SAVED = new Date('2026-04-02T23:30:00Z');
const context = { now: () => SAVED } as Context;
const need = (year: number, amount: string) => ({ year, source: BUDGET, amount });
const candidate = (code: string, name: string, state: 'in' | 'out', amount: string) => ({
  projectId: 1,
  code,
  state,
  shift: 0,
  data: {
    name,
    organizationName: 'Град Прокупље',
    sector: 5,
    phase: 1,
    mark: null,
    worth: amount,
    needs: [need(2027, amount)],
  },
});
const scenario: StoredScenario = {
  id: 1,
  name: '[/*?:]',
  ownerId: 1,
  ownerName: 'Драган Илић',
  shared: false,
  goal: 'marks',
  revision: 1,
  ceilings: [need(2027, '400.00')],
  committed: [need(2026, '10.00'), need(2027, '300.00')],
  createdAt: SAVED,
  changedAt: SAVED,
  candidates: [candidate('A', '=1+1', 'in', '200.00'), candidate('B', 'Мост\u0000<&>', 'out', '50.00')],
  hidden: 0,
};

async function rowsOf(written: Parameters<typeof scenarioSheet>[2], shown = scenario) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await scenarioSheet(context, shown, written)) chunks.push(chunk as Uint8Array);
  const [sheet] = (await readXlsx(Buffer.concat(chunks))).sheets;
  return { name: sheet?.name ?? '', rows: sheet?.rows.map((row) => row.map((cell) => cell ?? '')) ?? [] };
}

describe('a scenario as a workbook', () => {
  it('has its projects, and below them the needs and ceiling of each source', async () => {
    const { name, rows } = await rowsOf({});
    expect(name).toBe('Сценарио');
    const line = (title: string) => rows.find(([first]) => first === title)?.slice(8);
    expect(rows.find(([first]) => first === 'A')?.slice(0, 2)).toEqual(['A', '=1+1']);
    expect(rows.find(([first]) => first === 'B')?.[1]).toBe('Мост<&>');
    expect(line(BUDGET)).toEqual([10, 500]);
    expect(line('Одобрени пројекти')).toEqual([10, 300]);
    expect(line('Изабрани')).toEqual([0, 200]);
    expect(line('Граница')).toEqual(['', 400]);
    expect(line('Преко границе')).toEqual(['', 100]);
  });

  it('is written in the script and language of its reader', async () => {
    expect((await rowsOf({ script: 'latin' })).rows.flat()).toContain('Budžet Republike Srbije');
    expect((await rowsOf({ language: 'en' })).rows.flat()).toContain('Above the ceiling');
  });
});

it('an English paper of a scenario has names in Latin', () => {
  expect(JSON.stringify(scenarioPaper(context, scenario, {}))).toMatch(/\p{Script=Cyrillic}/u);
  const english = scenarioPaper(context, scenario, writtenAs({ language: 'en' }));
  expect(JSON.stringify(english)).not.toMatch(/\p{Script=Cyrillic}/u);
});

it('a scenario on paper counts as within its ceilings only if it has some', () => {
  const overshoot = (more: Partial<StoredScenario>) =>
    scenarioPaper(context, { ...scenario, ...more }, {}).labelled?.at(-1)?.value;
  expect(overshoot({})).toBe('2027 (100,00)');
  expect(overshoot({ ceilings: [need(2027, '500.00')] })).toBe('Све је у границама.');
  expect(overshoot({ ceilings: [] })).toBe('Ниједна граница није унета.');
});

it('a scenario on paper shows the day in Belgrade on which it was saved', () => {
  const { labelled } = scenarioPaper(context, scenario, {});
  expect(labelled?.find(({ label }) => label === 'Сачувано')?.value).toBe('3.4.2026.');
});

it('paper and workbook of a partly visible scenario show how many projects its sums lack', async () => {
  const inPart = { ...scenario, hidden: 3 };
  const labelOf = (shown: StoredScenario) =>
    scenarioPaper(context, shown, {}).labelled?.find(({ label }) => label.startsWith('Пројекти без'))?.value;
  expect([labelOf(inPart), labelOf(scenario)]).toEqual(['3', undefined]);
  const lineOf = async (shown: StoredScenario) =>
    (await rowsOf({}, shown)).rows.flat().find((cell) => String(cell).startsWith('Пројекти без'));
  expect([await lineOf(inPart), await lineOf(scenario)]).toEqual([expect.stringMatching(/: 3$/), undefined]);
});

describe('a whole scenario', () => {
  const LOAN = 'Зајам';
  const first = candidate('A', 'Школа', 'in', '200.00');
  const needs = [need(2027, '150.00'), { ...need(2027, '50.00'), source: LOAN }, need(2028, '20.00')];
  const whole: StoredScenario = {
    ...scenario,
    name: 'План',
    ceilings: [need(2026, '400.00'), need(2027, '350.00')],
    candidates: [
      { ...first, shift: 1, data: { ...first.data, mark: '87.50', needs } },
      candidate('B', 'Мост', 'out', '50.00'),
      { ...candidate('C', 'Пут', 'in', '70.00'), state: 'must' },
    ],
  };
  const paper = scenarioPaper(context, whole, {});
  const tables = paper.blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));

  it('on paper begins with its sums and ends with a signature and its day', () => {
    expect(paper).toMatchObject({
      title: 'Сценарио: План',
      subtitle: 'Сценарио не одлучује ни о чему: одлуке се доносе на листама комисије.',
      labelled: [
        { label: 'Аутор', value: 'Драган Илић' },
        { label: 'Сачувано', value: '3.4.2026.' },
        { label: 'Изабрани пројекти', value: '2 / 3' },
        { label: 'Збир оцена', value: '87,50' },
        { label: 'Вредност изабраних, РСД', value: '270,00' },
        { label: 'Прекорачење почиње', value: '2027 (20,00)' },
      ],
      signatures: ['За комисију'],
      footer: 'План · 3.4.2026.',
      landscape: true,
    });
    expect(paper.labelled).toHaveLength(6);
  });

  it('has a chart of its years, and a row for each year and source with an amount or a ceiling', () => {
    expect(paper.blocks.map(({ kind }) => kind)).toEqual(['chart', 'table', 'table', 'table']);
    const [calendar] = tables;
    expect(calendar?.title).toBe('По годинама и изворима, РСД');
    expect(calendar?.columns).toEqual([
      { title: 'Година', align: 'left', weight: 6 },
      { title: 'Извор', align: 'left', weight: 26 },
      ...['Одобрени пројекти', 'Изабрани', 'Граница', 'Преко границе'].map((title) => ({
        title,
        align: 'right',
        weight: 16,
      })),
    ]);
    expect(calendar?.rows).toEqual([
      ['2026', BUDGET, '10,00', '0,00', '400,00', '–'],
      ['2027', BUDGET, '300,00', '70,00', '350,00', '20,00'],
      ['2028', BUDGET, '0,00', '150,00', '–', '–'],
      ['2028', LOAN, '0,00', '50,00', '–', '–'],
      ['2029', BUDGET, '0,00', '20,00', '–', '–'],
    ]);
  });

  it('has the chosen projects and those left out, each with its choice', () => {
    const [, chosen, others] = tables;
    const titles = ['Р. бр.', 'Радни назив', 'Назив', 'Орган', 'Сектор', 'Избор', 'Померање (год.)', 'Оцена'];
    const right = ['Р. бр.', 'Померање (год.)', 'Оцена', 'Вредност, РСД'];
    for (const table of [chosen, others]) {
      expect(table?.columns.map(({ title }) => title)).toEqual([...titles, 'Вредност, РСД']);
      expect(table?.columns.flatMap(({ title, align }) => (align === 'right' ? [title] : []))).toEqual(right);
    }
    expect([chosen?.title, others?.title]).toEqual(['Изабрани пројекти', 'Пројекти изван избора']);
    const body = ['Град Прокупље', 'Управљање водама'];
    expect(chosen?.rows).toEqual([
      ['1', 'A', 'Школа', ...body, 'укључен', '1', '87,50', '200,00'],
      ['2', 'C', 'Пут', ...body, 'обавезан', '–', '–', '70,00'],
    ]);
    expect(others?.rows).toEqual([['1', 'B', 'Мост', ...body, 'искључен', '–', '–', '50,00']]);
  });

  it('without projects has a note, and without years no chart', () => {
    const empty = scenarioPaper(context, { ...whole, candidates: [], committed: [], ceilings: [] }, {});
    expect(empty.blocks.filter(({ kind }) => kind !== 'table')).toEqual([
      { kind: 'paragraph', text: 'Изабрани пројекти: Нема.' },
      { kind: 'paragraph', text: 'Пројекти изван избора: Нема.' },
    ]);
  });

  it('shows the ceiling of a year in the chart if every source with an amount has one', () => {
    const chartOf = (ceilings: StoredScenario['ceilings']) => {
      const [chart] = scenarioPaper(context, { ...whole, ceilings }, {}).blocks;
      return chart?.kind === 'chart' ? chart.chart : '';
    };
    expect(chartOf(whole.ceilings)).toContain('Граница');
    expect(chartOf([])).not.toContain('Граница');
    // In 2028 the loan has no ceiling.
    expect(chartOf([need(2028, '500.00')])).not.toContain('Граница');
    expect(chartOf([need(2028, '500.00'), { ...need(2028, '60.00'), source: LOAN }])).toContain('Граница');
    expect(chartOf([need(2027, '0.00')])).not.toContain('Граница');
  });

  it('in a workbook has a column for each year, and the shortage of each source', async () => {
    const { name, rows } = await rowsOf({}, whole);
    expect(name).toBe('План');
    const none = ['', '', '', '', '', '', ''];
    const line = (title: string, ...years: unknown[]) => [title, ...none, ...years];
    const body = ['Град Прокупље', 'Управљање водама'];
    expect(rows).toEqual([
      line('Сценарио: План', '', '', '', ''),
      line('Изабрани пројекти: 2 / 3', '', '', '', ''),
      line('Сценарио не одлучује ни о чему: одлуке се доносе на листама комисије.', '', '', '', ''),
      line('', '', '', '', ''),
      [
        'Радни назив',
        'Назив',
        'Орган',
        'Сектор',
        'Избор',
        'Померање (год.)',
        'Оцена',
        'Вредност, РСД',
        '2026',
        '2027',
        '2028',
        '2029',
      ],
      ['A', 'Школа', ...body, 'укључен', 1, 87.5, 200, '', '', 200, 20],
      ['B', 'Мост', ...body, 'искључен', 0, '', 50, '', 50, '', ''],
      ['C', 'Пут', ...body, 'обавезан', 0, '', 70, '', 70, '', ''],
      line(BUDGET, 10, 370, 150, 20),
      line('Одобрени пројекти', 10, 300, 0, 0),
      line('Изабрани', 0, 70, 150, 20),
      line('Граница', 400, 350, '', ''),
      line('Преко границе', 0, 20, '', ''),
      line(LOAN, '', '', 50, ''),
      line('Одобрени пројекти', '', '', 0, ''),
      line('Изабрани', '', '', 50, ''),
      line('Граница', '', '', '', ''),
      line('Преко границе', '', '', '', ''),
    ]);
  });
});
