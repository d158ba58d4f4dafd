import { describe, expect, it } from 'vitest';
import { PLAN_EXAMPLE, QUARTERLY_EXAMPLE } from '@pimis/examples/realization';
import { getPath, rowsAt, setPath } from './paths.ts';
import { sendingWarnings } from './sending-warnings.ts';
import type { FormValues } from './types.ts';

const warnings = (form: Partial<Parameters<typeof sendingWarnings>[0]>) =>
  sendingWarnings({ code: 'ideja', name: 'Идеја', values: {}, unseen: 0, today: '2026-07-01', ...form });

/** The example of a plan, with the schedule of the first so many activities emptied. */
function planWithout(count: number, names?: readonly string[]): FormValues {
  const values = structuredClone(PLAN_EXAMPLE);
  const rows = rowsAt(values, 'implementation');
  for (const [index, row] of rows.entries()) {
    if (index < count) setPath(row, 'plan', [{ year: 2026, q1: { percent: '0.00', amount: '0.00' } }]);
    if (names) setPath(row, 'activity.name', names[index]);
  }
  return values;
}

describe('a plan before it is sent', () => {
  it.each(['plan', 'korekcija'])('%s names the activities whose schedule is empty', (code) => {
    expect(warnings({ code, values: structuredClone(PLAN_EXAMPLE) })).toEqual([]);
    expect(warnings({ code, values: planWithout(2) })).toEqual([
      {
        key: 'emptyDynamics',
        place: 'implementation',
        text: {
          sr: 'Динамика по кварталима није унета: Пројектовање и Радови.',
          en: 'The quarterly schedule is empty: Пројектовање and Радови.',
        },
      },
    ]);
  });

  it('names five of many, and none that costs nothing', () => {
    const values = planWithout(0);
    const row = (name: string, estimate: string) => ({ activity: { name, estimate }, plan: [] });
    setPath(
      values,
      'implementation',
      ['А', 'Б', 'В', 'Г', 'Д', 'Ђ', 'Е'].map((name) => row(name, '1.00')),
    );
    expect(warnings({ code: 'plan', values })[0]?.text.sr).toBe(
      'Динамика по кварталима није унета: А, Б, В, Г, Д и још 2.',
    );
    setPath(values, 'implementation', [row('А', '0.00')]);
    expect(warnings({ code: 'plan', values })).toEqual([]);
  });

  it('has a schedule with a share or an amount alone', () => {
    for (const q1 of [{ percent: '1.00' }, { amount: '1.00' }]) {
      const values = planWithout(1);
      setPath(rowsAt(values, 'implementation')[0] ?? {}, 'plan', [{ year: 2026, q1 }]);
      expect(warnings({ code: 'plan', values })).toEqual([]);
    }
  });

  it('is not asked of another form', () => {
    expect(warnings({ code: 'racionalizacija', values: planWithout(2) })).toEqual([]);
  });
});

/** The example of a report with every row set. */
function report(changes: { real: string; fulfilled: string; planned: string }): FormValues {
  const values = structuredClone(QUARTERLY_EXAMPLE);
  for (const row of rowsAt(values, 'summary.activities')) {
    setPath(row, 'details.financial.realExpense', changes.real);
    setPath(row, 'details.financial.plannedExpense', changes.planned);
    setPath(row, 'details.physical.activityFulfilled', changes.fulfilled);
  }
  return values;
}

describe('a quarterly report before it is sent', () => {
  const at = { code: 'kvartalni', name: 'Квартални-2026-2' };
  const keys = (form: Partial<Parameters<typeof sendingWarnings>[0]>) =>
    warnings({ ...at, ...form }).map(({ key }) => key);

  it('says that its quarter goes on, up to its last day', () => {
    const values = report({ real: '1.00', planned: '1.00', fulfilled: '1.00' });
    expect(keys({ values, today: '2026-07-01' })).toEqual([]);
    expect(keys({ values, today: '2026-06-30' })).toEqual(['quarterGoesOn']);
    expect(warnings({ ...at, values, today: '2026-05-01' })).toEqual([
      {
        key: 'quarterGoesOn',
        place: null,
        text: {
          sr: 'Квартал траје до 30.6.2026. Извештај може да буде непотпун.',
          en: 'The quarter lasts until 30 Jun 2026. The report may be incomplete.',
        },
      },
    ]);
    expect(keys({ values, name: 'Без квартала', today: '2026-06-30' })).toEqual([]);
  });

  it('says that everything is zero beside a plan that is not', () => {
    const zero = report({ real: '0.00', planned: '1000.00', fulfilled: '0.00' });
    const rows = rowsAt(zero, 'summary.activities').length;
    const planned = `${rows}.000,00`;
    expect(warnings({ ...at, values: zero })).toMatchObject([
      { key: 'emptyQuarter', place: 'summary.activities', text: { sr: expect.stringContaining(planned) as string } },
    ]);
    expect(keys({ values: report({ real: '0.00', planned: '0.00', fulfilled: '0.00' }) })).toEqual([]);
    expect(keys({ values: report({ real: '0.01', planned: '1.00', fulfilled: '0.00' }) })).toEqual([]);
    expect(keys({ values: report({ real: '0.00', planned: '1.00', fulfilled: '0.01' }) })).toEqual([]);
    expect(getPath(zero, 'summary.activities')).toHaveLength(rows);
  });
});

it('fields that were copied and not looked at are counted on every form, after its own warnings', () => {
  const text = (unseen: number) => warnings({ unseen }).map((one) => one.text);
  expect(text(0)).toEqual([]);
  expect(text(1)).toEqual([
    {
      sr: 'Нико није прегледао 1 поље преузето из ранијег обрасца.',
      en: 'Nobody has looked at 1 field copied from an earlier form.',
    },
  ]);
  expect(text(3)[0]?.sr).toContain('3 поља преузета');
  expect(text(12)[0]).toMatchObject({
    sr: expect.stringContaining('12 поља преузетих') as string,
    en: expect.stringContaining('12 fields') as string,
  });
  const both = warnings({ code: 'plan', values: planWithout(1), unseen: 1 });
  expect(both.map(({ key }) => key)).toEqual(['emptyDynamics', 'copiedUnseen']);
});
