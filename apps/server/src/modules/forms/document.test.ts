import { describe, expect, it } from 'vitest';
import type { Remark } from '@pimis/contract/remarks';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { setPath } from '@pimis/domain/forms/paths';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { wordingOf } from '@pimis/domain/text/wording';
import type { Block } from '../../platform/documents/pdf/model.ts';
import { formBlocks } from './document.ts';

function printed(
  code: string,
  values: FormValues,
  data: unknown = {},
  admin = false,
  remarks: readonly Remark[] = [],
): readonly Block[] {
  return formBlocks({
    definition: findFormDefinition(code) as FormDefinition,
    values,
    validation: { Errors: [], Warnings: [] },
    marks: null,
    documents: new Map(),
    data,
    remarks,
    viewer: { admin, mei: false },
    wording: wordingOf(),
  });
}

const headings = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [`${block.level} ${block.text}`] : []));
const factsOf = (blocks: readonly Block[]) =>
  Object.fromEntries(
    blocks.flatMap((block) => (block.kind === 'labelled' ? block.rows.map(({ label, value }) => [label, value]) : [])),
  );
const tables = (blocks: readonly Block[]) => blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));

const quarter = (percent: string, amount: string) => ({ percent, amount });

const remark: Remark = {
  id: 1,
  place: 'basic.projectName',
  text: 'Назив није исти.',
  revision: 1,
  author: 'Милош Петровић',
  createdDate: '2026-11-23T10:00:00.000Z',
  sentDate: '2026-11-23T10:00:00.000Z',
  answer: 'Усклађен је.',
  done: true,
  answeredBy: 'Милена Јовић',
  answeredDate: '2026-11-23T11:00:00.000Z',
};

describe('a form on paper', () => {
  it('has the remarks with which it was returned, and their answers, but no drafts', () => {
    const draft = { ...remark, id: 2, place: null, text: 'Још нешто.', sentDate: null };
    const blocks = printed('ideja', {}, {}, false, [remark, draft]);
    expect(headings(blocks)).toContain('2 Примедбе');
    expect(factsOf(blocks)).toMatchObject({
      'Назив пројекта · Милош Петровић, исправљено': 'Назив није исти.\nОдговор: Усклађен је.',
    });
    expect(JSON.stringify(blocks)).not.toContain(draft.text);
    expect(headings(printed('ideja', {}, {}, false, [draft]))).not.toContain('2 Примедбе');
  });

  it.each(['plan', 'korekcija'])('%s: the quarters of a year are on one line', (code) => {
    const plan = [
      { year: 2026, q1: quarter('10.00', '100.00'), q2: quarter('20.00', '200.00') },
      { year: 2027, q4: quarter('70.00', '700.00') },
    ];
    const blocks = printed(code, { implementation: [{ activity: { name: 'Радови', estimate: '1000.00' }, plan }] });
    expect(headings(blocks)).toEqual(
      expect.arrayContaining(['2 1. Основни подаци', '2 4. Динамика по кварталима', '4 1. Радови']),
    );
    const years = tables(blocks).find(({ title }) => title === 'Године');
    expect(years?.columns.map(({ title }) => title)).toEqual([
      'Година',
      ...['К1', 'К2', 'К3', 'К4'].flatMap((name) => [`${name}, %`, `${name}, РСД`]),
    ]);
    expect(years?.rows).toEqual([
      ['2026', '10,00', '100,00', '20,00', '200,00', '', '', '', ''],
      ['2027', '', '', '', '', '', '', '70,00', '700,00'],
    ]);
  });

  it('a report: the facts of the screen, rows on lines, and below them the parts that only some rows have', () => {
    const detail = (target: string, more = {}) => ({
      physical: { activityFulfilled: '25.00' },
      financial: { plannedExpense: '100.00', realExpense: '50.00', targetPercent: target, ...more },
    });
    const activities = [
      { name: 'Радови', details: detail('50.00', { targetReason: 'Киша.', targetMeasures: 'Друга смена.' }) },
      { name: 'Надзор', details: detail('100.00') },
    ];
    const indicators = {
      Inactivity: { Value: 12 },
      FundingAdequacyIndicator: { Value: '15.20', LimitReached: false, AppropriationAmount: '5000.00' },
      TimeToProjectImplementation: { Value: null, LimitReached: true },
    };
    const blocks = printed('kvartalni', { summary: { activities } }, { SuccessKeyIndicator: indicators });
    expect(factsOf(blocks)).toMatchObject({
      'Апропријација за годину извештаја': '5.000,00 РСД',
      'Време до реализације, дана': '∞',
      'Адекватност финансирања, %': '15,20',
      'Неактивност, дана': '12',
    });
    expect(tables(blocks).find(({ title }) => title === 'Преглед реализације')?.rows).toHaveLength(2);
    expect(headings(blocks).filter((text) => text.startsWith('4'))).toEqual(['4 1. Радови']);
    expect(blocks.filter(({ kind }) => kind === 'markdown')).toHaveLength(2);
  });

  it('a rationalization and the effects: proposed, planned and spent amounts, and the goals', () => {
    const proposal = { date: '2026-10-15', user: 'Весна Радић', comment: 'Радови стоје.' };
    expect(factsOf(printed('racionalizacija', {}, { proposal, planned: '100.00', spent: '40.00' }))).toMatchObject({
      'Предлог рационализације од': '15.10.2026.',
      'Образложење предлога': 'Радови стоје.',
      Планирано: '100,00 РСД',
      Утрошено: '40,00 РСД',
    });
    // The label names the form that states the goals, because not every project began with an idea.
    for (const [goalsFrom, label] of [
      ['ideja', 'Циљеви из идеје'],
      ['1-5-5', 'Циљеви из ПИФ-а'],
      [undefined, 'Циљеви пројекта'],
    ]) {
      const goals = { kind: 'markdown', label, text: '- чиста вода' };
      expect(printed('efekti', {}, { goals: '- чиста вода', goalsFrom })).toContainEqual(goals);
    }
  });
});

it('amounts have their unit in the label or after the amount, and so do columns of tables', () => {
  const values = { estimate: { total: '5.00' }, fundingTotal: '7.00', sourceTotals: { percentage: '100.00' } };
  const rows = printed('pif-mini', values).flatMap((block) => (block.kind === 'labelled' ? block.rows : []));
  const amounts = rows.filter(({ value }) => /^[\d.]+,\d{2}/.test(value));
  expect(amounts.length).toBeGreaterThan(2);
  for (const { label, value } of amounts) expect(`${label} ${value}`).toMatch(/РСД|EUR|%/);
  const tables = ['pif-mini', 'predimplementacija'].flatMap((code) => {
    const definition = findFormDefinition(code) as FormDefinition;
    const filled = structuredClone(definition.defaults({}));
    for (const { fields } of definition.sections) {
      for (const field of fields) if (field.kind === 'table') setPath(filled, field.path, [{}]);
    }
    return printed(code, filled).filter((block) => block.kind === 'table');
  });
  const money = tables.flatMap(({ columns }) => columns.filter(({ align }) => align === 'right'));
  expect(money.length).toBeGreaterThan(2);
  for (const { title } of money) expect(title).toMatch(/РСД|EUR|%|валути/);
});
