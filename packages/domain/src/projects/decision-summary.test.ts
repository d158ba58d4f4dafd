import { describe, expect, it } from 'vitest';
import { PLAN_EXAMPLE, QUARTERLY_EXAMPLE } from '@pimis/examples/realization';
import { example, formOf, formWith, label } from '../../test/forms.ts';
import { PIF_CODES } from '../forms/codes.ts';
import { decisionSummary } from './decision-summary.ts';
import type { DecisionSummaryInput, ReadActivity, ReadForm } from './decision-summary-types.ts';

let nextId = 0;
function read(code: string, values: ReadForm['values'], more: Partial<ReadForm> = {}): ReadForm {
  nextId += 1;
  const definition = formOf(code);
  return {
    id: nextId,
    code,
    name: definition.title.sr,
    phase: definition.phase,
    projectPhaseId: 100 + nextId,
    status: 2,
    revision: 1,
    definition,
    values,
    warnings: [],
    score: null,
    evaluator: null,
    ...more,
  };
}

const step = (operation: string, user: string, more: Partial<ReadActivity> = {}): ReadActivity => ({
  operation,
  user,
  standInFor: null,
  comment: null,
  at: '2026-05-01T10:00:00.000Z',
  formId: null,
  formRevision: null,
  ...more,
});

const summary = (input: Partial<DecisionSummaryInput>) =>
  decisionSummary({
    viewer: { admin: false, mei: false },
    projectValue: '7.00',
    round: [],
    earlier: [],
    formerRound: null,
    remarks: [],
    activities: [],
    documents: [],
    plain: (text) => text.replaceAll('*', ''),
    ...input,
  });

const idea = (changes: Record<string, unknown> = {}) =>
  example({
    'description.summary': '**Гради се** постројење.',
    'description.goals': 'Чиста река.',
    'financialInfo.price.local': '300.00',
    'financialInfo.yearlyCosts': [
      { year: 2027, amount: '100.00' },
      { year: 2028, amount: '200.00' },
    ],
    'financialInfo.fundingSources': [
      { source: 'Буџет РС', localAmount: '200.00' },
      { source: 'Кредит', localAmount: '100.00' },
    ],
    ...changes,
  });

describe('facts of a decision', () => {
  it('are stated by the present form: what, why, its value, who pays each year, and when', () => {
    const dates = { start: '2027-03-01', end: '2028-11-30' };
    const form = read('ideja', idea({ implementationDates: dates }));
    expect(summary({ round: [form] })).toMatchObject({
      form: { id: form.id, code: 'ideja', revision: 1 },
      what: 'Гради се постројење.',
      why: 'Чиста река.',
      value: '300.00',
      valueFrom: { id: form.id },
      changes: [],
      ...dates,
      formerEnd: null,
      sources: [
        { source: 'Буџет РС', amount: '200.00', share: '66.67' },
        { source: 'Кредит', amount: '100.00', share: '33.33' },
      ],
      years: [
        { year: 2027, amount: '100.00', sources: [{ source: 'Буџет РС' }, { source: 'Кредит' }] },
        { year: 2028, amount: '200.00' },
      ],
      round: null,
    });
  });

  it('are taken from the newest approved form if the present one does not state them, as a quarterly report', () => {
    const plan = read('plan', PLAN_EXAMPLE);
    const report = read('kvartalni', QUARTERLY_EXAMPLE);
    const found = summary({ round: [report], earlier: [plan, read('ideja', idea())] });
    expect(found).toMatchObject({
      form: { id: report.id },
      valueFrom: { id: plan.id },
      why: 'Чиста река.',
      changes: [],
    });
    expect(found.years.length).toBeGreaterThan(0);
  });

  it('have their days from the newest form that states them', () => {
    const days = (start: string, end: string) => ({ implementationDates: { start, end } });
    const round = [read('kvartalni', QUARTERLY_EXAMPLE)];
    const earlier = [
      read('ideja', idea(days('2027-03-01', '2028-11-30'))),
      read('ideja', idea(days('2026-03-01', '2027-11-30'))),
    ];
    const found = summary({ round, earlier });
    expect(found).toMatchObject({ start: '2027-03-01', end: '2028-11-30', formerEnd: null });
    expect(found.stated.end).toMatchObject({ form: { id: earlier[0]?.id } });
  });

  it('leave out sources without money, and take who pays from the newest form with money', () => {
    const unpaid = read(
      'identifikacija-projekta',
      idea({ 'financialInfo.fundingSources': [{ source: 'Кредит', localAmount: '0.00' }] }),
    );
    const sources = [
      { source: 'Буџет РС', localAmount: '5.00' },
      { source: 'Донација', localAmount: '0.00' },
    ];
    const paid = read('ideja', idea({ 'financialInfo.fundingSources': sources }));
    const found = summary({ round: [unpaid], earlier: [paid] });
    expect(found.sources).toEqual([{ source: 'Буџет РС', amount: '5.00', share: '100.00' }]);
    expect(found.stated.payers).toMatchObject({ form: { id: paid.id } });
    expect(summary({ round: [unpaid] })).toMatchObject({ sources: [], stated: { payers: null } });
  });

  it('name the section of the table in which a form lists who pays', () => {
    const form = read(PIF_CODES[0], { fundingSources: [{ source: 'Буџет РС', localAmount: '5.00' }] });
    const section = form.definition.sections.find(({ fields }) => fields.some(({ path }) => path === 'fundingSources'));
    expect(section).toBeDefined();
    expect(summary({ round: [form] }).stated.payers).toMatchObject({ section: section?.key });
  });

  it('are those of the project if no form has a value', () => {
    expect(summary({})).toMatchObject({
      form: null,
      what: null,
      value: '7.00',
      valueFrom: null,
      years: [],
      round: null,
    });
  });

  it('show how the value and the end differ from the phase before', () => {
    const former = read('ideja', idea({ 'implementationDates.end': '2028-06-30' }));
    const later = read(
      'identifikacija-projekta',
      idea({ 'financialInfo.price.local': '345.00', 'implementationDates.end': '2029-01-31' }),
    );
    expect(summary({ round: [later], earlier: [former] })).toMatchObject({
      changes: [{ since: 'phase', form: { id: former.id }, before: '300.00', difference: '45.00', percent: '15.00' }],
      end: '2029-01-31',
      formerEnd: '2028-06-30',
    });
    const equal = summary({ round: [read('spremnost', former.values)], earlier: [former] });
    expect(equal).toMatchObject({ changes: [{ difference: '0.00' }], formerEnd: null });
  });

  it('skip a phase before that states neither, and say nothing about it if none does', () => {
    const silent = read(
      'spremnost',
      idea({ 'financialInfo.price.local': undefined, 'implementationDates.end': undefined }),
    );
    const former = read('ideja', idea({ 'implementationDates.end': '2028-06-30' }));
    const later = read('identifikacija-projekta', idea({ 'implementationDates.end': '2029-01-31' }));
    expect(summary({ round: [later], earlier: [silent, former] })).toMatchObject({
      changes: [{ since: 'phase', form: { id: former.id }, before: '300.00' }],
      formerEnd: '2028-06-30',
    });
    expect(summary({ round: [later], earlier: [silent] })).toMatchObject({ changes: [], formerEnd: null });
  });

  it('leave out fields that the reader may not see, with their warnings', () => {
    const warnings = [
      { code: 'FluentEmptyField', path: 'ministryOpinion', index: 0 },
      { code: 'FluentSourceNotProvided', path: 'funds.sources[1].provided', index: 1 },
    ];
    const form = read('predimplementacija', { ministryOpinion: 'Није за јавност.' }, { warnings });
    const texts = (admin: boolean) =>
      summary({ viewer: { admin, mei: false }, round: [form] }).warnings.map(({ text, row }) => [text.sr, row]);
    expect(texts(false)).toEqual([['Извор средстава није обезбеђен.', 1]]);
    expect(texts(true)).toHaveLength(2);
  });

  it('leave out warnings about rows of a table that the reader may not see', () => {
    const columns = [{ path: 'name', kind: 'text' as const, label: label('Назив') }];
    const definition = formWith([
      { path: 'ours', kind: 'table', label: label('Наше'), admin: true, columns },
      { path: 'oursNot', kind: 'text', label: label('Није наше') },
    ]);
    const warnings = ['ours[1].name', 'ours[1]', 'oursNot'].map((path) => ({
      code: 'FluentEmptyField',
      path,
      index: 0,
    }));
    const form = read('ideja', {}, { definition, warnings });
    expect(summary({ round: [form] }).warnings).toHaveLength(1);
    expect(summary({ round: [form], viewer: { admin: true, mei: false } }).warnings).toHaveLength(3);
  });
});

describe('options that were considered', () => {
  it('are those that a form compares, and its text, with the section that states it', () => {
    const options = [
      { name: 'Проширење', amount: '100.00', chosen: 'Не' },
      { name: 'Ново', amount: '300.00', chosen: 'Да' },
      { amount: '5.00' },
    ];
    const form = read('identifikacija-projekta', idea({ 'description.options': options }));
    const former = read('ideja', idea({ 'description.alternatives': '*Без улагања.*' }));
    const found = summary({ round: [form], earlier: [former] });
    expect(found.compared).toEqual([
      { name: 'Проширење', amount: '100.00', chosen: false },
      { name: 'Ново', amount: '300.00', chosen: true },
    ]);
    const { options: text, stated } = summary({ round: [former] });
    expect(text).toBe('Без улагања.');
    expect(stated.options).toMatchObject({ form: { id: former.id } });
    expect(summary({ round: [former], earlier: [form] }).compared).toHaveLength(2);
  });

  it('are none where no form has them', () => {
    expect(summary({})).toMatchObject({ options: null, compared: [], stated: { options: null, value: null } });
  });
});

describe('where a fact is stated', () => {
  it('is the section of the form that states it, also of an earlier form', () => {
    const form = read('ideja', idea());
    const section = (path: string) =>
      form.definition.sections.find(({ fields }) => fields.some((field) => field.path === path))?.key;
    const { stated } = summary({ round: [read('kvartalni', QUARTERLY_EXAMPLE)], earlier: [form] });
    expect(stated.what).toMatchObject({ form: { id: form.id }, section: section('description.summary') });
    expect(stated.why).toMatchObject({ form: { id: form.id }, section: section('description.goals') });
    expect(stated.value).toMatchObject({ form: { id: form.id }, section: section('financialInfo.price.local') });
    expect(stated.payers).toMatchObject({ form: { id: form.id }, section: section('financialInfo.fundingSources') });
  });

  it('is the section of the field that a warning is about, also in a row', () => {
    const path = 'financialInfo.fundingSources[2].source';
    const form = read('ideja', idea(), { warnings: [{ code: 'FluentEmptyField', path, index: 2 }] });
    const { stated, warnings } = summary({ round: [form] });
    expect(warnings[0]?.section).toBe(stated.payers?.section);
    expect(warnings[0]?.section).not.toBeNull();
  });
});

describe('a round', () => {
  const before = read('ideja', idea(), { revision: 2 });
  const now = { ...before, revision: 3, values: idea({ 'financialInfo.price.local': '330.00', 'basic.level': 'x' }) };

  it('after a return says who returned it, why, and what has changed since', () => {
    const activities = [
      step('send', 'А'),
      step('return', 'Б', { comment: 'Износи.', formId: before.id, formRevision: 2, at: '2026-05-02T10:00:00.000Z' }),
      step('send', 'А'),
    ];
    const found = summary({ round: [now], formerRound: before, activities });
    expect(found.round).toMatchObject({
      number: 2,
      operation: { sr: 'Враћено на допуну' },
      returnedBy: 'Б',
      comment: 'Износи.',
      revision: 2,
      changedFields: 2,
    });
    expect(found.round?.changed.map(({ sr }) => sr)).toEqual(['Ниво пројекта', 'Процењена вредност, РСД']);
    expect(found.changes).toMatchObject([{ since: 'round', before: '300.00', difference: '30.00', percent: '10.00' }]);
  });

  it('of another form does not count', () => {
    const activities = [step('return', 'Б', { formId: before.id + 1000 })];
    expect(summary({ round: [now], activities }).round).toBeNull();
    expect(summary({ activities }).round).toBeNull();
  });

  it('names only the first fields that have changed, each once', () => {
    const names = ['А', 'Б', 'В', 'Г', 'Д', 'Ђ'];
    const definition = formWith([
      ...names.map((name, place) => ({ path: `f${place}`, kind: 'text' as const, label: label(name) })),
      { path: 'again', kind: 'text', label: label('А') },
    ]);
    const values = Object.fromEntries([...names.keys()].map((place) => [`f${place}`, 'ново']));
    const { round } = summary({
      round: [{ ...now, definition, values: { ...values, again: 'ново' } }],
      formerRound: { ...before, definition, values: {} },
      activities: [step('return', 'Б')],
    });
    expect(round?.changedFields).toBe(7);
    expect(round?.changed.map(({ sr }) => sr)).toEqual(['А', 'Б', 'В', 'Г', 'Д']);
  });

  it('compares its value with the returned revision only if its own form states it', () => {
    const plan = read('plan', PLAN_EXAMPLE);
    const report = read('kvartalni', QUARTERLY_EXAMPLE);
    const activities = [step('return', 'Б')];
    expect(summary({ round: [report], earlier: [plan], formerRound: before, activities }).changes).toEqual([]);
    const withValue = read('ideja', idea());
    const second = read('spremnost', idea({ 'financialInfo.price.local': undefined }));
    expect(summary({ round: [withValue, second], formerRound: before, activities }).changes).toEqual([]);
    const unstated = { ...before, values: idea({ 'financialInfo.price.local': undefined }) };
    expect(summary({ round: [now], formerRound: unstated, activities }).changes).toEqual([]);
  });

  it('has the signatures since it was handed over last', () => {
    const activities = [
      step('send', 'А'),
      step('confirm', 'Б'),
      step('return', 'В'),
      step('send', 'А', { standInFor: 'Г' }),
      step('save', 'А'),
      step('confirm', 'Д', { comment: 'У реду.' }),
    ];
    const signed = summary({ round: [now], activities }).signatures;
    expect(signed.map(({ operation, user }) => [operation, user])).toEqual([
      ['send', 'А'],
      ['confirm', 'Д'],
    ]);
    expect(signed[0]?.standInFor).toBe('Г');
    expect(signed[1]).toMatchObject({ label: { sr: 'Потврђено' }, comment: 'У реду.' });
    expect(summary({ round: [now], activities: activities.slice(0, 3) }).signatures).toEqual([]);
    const again = [step('send', 'А'), step('confirm', 'Б'), step('send', 'В'), step('confirm', 'Г')];
    expect(summary({ round: [now], activities: again }).signatures.map(({ user }) => user)).toEqual(['В', 'Г']);
    const confirmed = summary({ round: [now], activities: [step('confirm', 'Б')] }).signatures;
    expect(confirmed.map(({ user }) => user)).toEqual(['Б']);
  });
});

it('remarks are counted as open, done and not sent; the open ones come first, with their place', () => {
  const form = read('ideja', idea());
  const remark = (id: number, more: object = {}) => ({
    id,
    formId: form.id,
    place: null,
    text: 'Текст',
    author: 'Б',
    sentAt: '2026-05-02T10:00:00.000Z',
    answer: null,
    done: false,
    ...more,
  });
  const remarks = [
    remark(1, { done: true, answer: 'Исправљено.', place: 'basic.projectName' }),
    remark(2, { place: '#basic' }),
    remark(3, { sentAt: null }),
    remark(4, { formId: form.id + 1000 }),
  ];
  const found = summary({ round: [form], remarks: remarks.slice(0, 3) }).remarks;
  expect([found.open, found.done, found.unsent]).toEqual([1, 1, 1]);
  const basic = form.definition.sections[0]?.key ?? '';
  expect(found.items).toMatchObject([
    { id: 2, place: basic === 'basic' ? form.definition.sections[0]?.title : null },
    { id: 1, place: { sr: 'Назив пројекта' }, answer: 'Исправљено.', done: true },
  ]);
  expect(summary({ round: [form], remarks }).remarks.items).toHaveLength(2);
  const gone = remark(5, { place: 'removedField' });
  expect(summary({ round: [form], remarks: [gone] }).remarks.items).toMatchObject([{ place: null, section: null }]);
});

it('marks are those of the round, and documents those that its visible values name', () => {
  const form = read('ideja', idea({ 'financialInfo.letterOfIntent': '11' }), { score: '77.00', evaluator: 'Град' });
  const unmarked = read('spremnost', {});
  const documents = [
    { id: 11, title: 'Писмо' },
    { id: 12, title: 'Друго' },
  ];
  const found = summary({ round: [form, unmarked], earlier: [read('1-5-5', {}, { score: '50.00' })], documents });
  expect(found.marks).toHaveLength(1);
  expect(found.marks).toMatchObject([{ form: { id: form.id }, evaluator: 'Град', score: '77.00' }]);
  expect(found.documents).toEqual([documents[0]]);
});
