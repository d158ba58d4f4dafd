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
  it('has its projects, and below them what each source needs against its ceiling', async () => {
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

it('a scenario on paper has names in Latin in English too', () => {
  expect(JSON.stringify(scenarioPaper(context, scenario, {}))).toMatch(/\p{Script=Cyrillic}/u);
  const english = scenarioPaper(context, scenario, writtenAs({ language: 'en' }));
  expect(JSON.stringify(english)).not.toMatch(/\p{Script=Cyrillic}/u);
});

it('a scenario on paper is within its ceilings only where it has some', () => {
  const overshoot = (more: Partial<StoredScenario>) =>
    scenarioPaper(context, { ...scenario, ...more }, {}).labelled?.at(-1)?.value;
  expect(overshoot({})).toBe('2027 (100,00)');
  expect(overshoot({ ceilings: [need(2027, '500.00')] })).toBe('Све је у границама.');
  expect(overshoot({ ceilings: [] })).toBe('Ниједна граница није унета.');
});

it('a scenario on paper names the day in Belgrade on which it was saved', () => {
  const { labelled } = scenarioPaper(context, scenario, {});
  expect(labelled?.find(({ label }) => label === 'Сачувано')?.value).toBe('3.4.2026.');
});

it('a scenario that is seen in part says on paper and in the workbook how many projects its sums are without', async () => {
  const inPart = { ...scenario, hidden: 3 };
  const labelOf = (shown: StoredScenario) =>
    scenarioPaper(context, shown, {}).labelled?.find(({ label }) => label.startsWith('Пројекти без'))?.value;
  expect([labelOf(inPart), labelOf(scenario)]).toEqual(['3', undefined]);
  const lineOf = async (shown: StoredScenario) =>
    (await rowsOf({}, shown)).rows.flat().find((cell) => String(cell).startsWith('Пројекти без'));
  expect([await lineOf(inPart), await lineOf(scenario)]).toEqual([expect.stringMatching(/: 3$/), undefined]);
});
