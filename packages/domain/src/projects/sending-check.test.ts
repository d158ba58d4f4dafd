import { describe, expect, it } from 'vitest';
import { PLAN_EXAMPLE } from '@pimis/examples/realization';
import { example, formOf, formWith, label } from '../../test/forms.ts';
import { sendingCheck, type CheckedSection, type FormToSend, type SendingCheckInput } from './sending-check.ts';

function sent(code: string, values: FormToSend['values'], more: Partial<FormToSend> = {}): FormToSend {
  const definition = more.definition ?? formOf(code);
  return {
    id: 1,
    code,
    name: definition.title.sr,
    phase: definition.phase,
    projectPhaseId: 101,
    status: 2,
    revision: 1,
    definition,
    values,
    warnings: [],
    score: null,
    evaluator: null,
    takenOver: {},
    ...more,
  };
}

const check = (input: Partial<SendingCheckInput>) =>
  sendingCheck({
    viewer: { admin: false, mei: false },
    today: '2026-07-01',
    round: [],
    formerRound: null,
    documents: new Map(),
    plain: (text) => text.replaceAll('*', ''),
    ...input,
  });

/** The sections of the only form, by their keys. */
function sectionsOf(input: Partial<SendingCheckInput>): Map<string, CheckedSection> {
  return new Map(check(input).forms[0]?.sections.map((section) => [section.key, section]));
}

describe('a form before it is sent', () => {
  it('shows in a later round the changes since the return, old beside new, in their section', () => {
    const former = sent('ideja', example({ 'description.goals': '**Чиста** река.' }), { revision: 3 });
    const round = [
      sent('ideja', example({ 'description.goals': 'Чисто језеро.', 'financialInfo.price.local': '5000.00' }), {
        revision: 5,
      }),
    ];
    const [form] = check({ round, formerRound: former }).forms;
    expect(form).toMatchObject({ form: { id: 1, revision: 5 }, since: 3 });
    const changed = form?.sections.filter(({ changes }) => changes.length > 0) ?? [];
    expect(changed.flatMap(({ changes }) => changes)).toMatchObject([
      { row: 0, before: { sr: 'Чиста река.' }, after: { sr: 'Чисто језеро.' } },
      { row: 0, after: { sr: '5.000,00', en: '5,000.00' } },
    ]);
    expect(changed).toHaveLength(2);
  });

  it('has no changes in a first round, nor from another form', () => {
    const round = [sent('ideja', example())];
    const other = sent('ideja', example({ 'description.goals': 'Друго.' }), { id: 2 });
    for (const formerRound of [null, other]) {
      const [form] = check({ round, formerRound }).forms;
      expect(form?.since).toBeNull();
      expect(form?.sections.flatMap(({ changes }) => changes)).toEqual([]);
    }
  });

  it('shows rows that came or went with their columns, and values in the language', () => {
    const definition = formWith([
      {
        path: 'rows',
        kind: 'table',
        label: label('Редови'),
        columns: [
          { path: 'name', kind: 'text', label: label('Назив') },
          { path: 'cost', kind: 'rsd', label: label('Износ') },
        ],
      },
      { path: 'papers', kind: 'fileList', label: label('Прилози') },
      { path: 'note', kind: 'text', label: label('Белешка') },
    ]);
    const more = { definition };
    const before = sent('proba', { note: 'стара' }, more);
    const after = sent('proba', { rows: [{ name: 'Радови', cost: '10.00' }], papers: ['7'] }, more);
    const input = { round: [after], formerRound: before, documents: new Map([['7', 'Одлука']]) };
    expect(sectionsOf(input).get('all')?.changes).toEqual([
      {
        path: 'rows[1]',
        label: label('Редови'),
        row: 1,
        before: null,
        after: { sr: 'Назив: Радови; Износ: 10,00', en: 'Назив: Радови; Износ: 10.00' },
      },
      { path: 'papers[1]', label: label('Прилози'), row: 1, before: null, after: label('Одлука') },
      { path: 'note', label: label('Белешка'), row: 0, before: label('стара'), after: null },
    ]);
  });

  it('names fields taken over unchanged, empty ones, and copied ones not looked at', () => {
    const definition = formWith([
      { path: 'kept', kind: 'text', label: label('Преузето') },
      { path: 'changed', kind: 'text', label: label('Измењено') },
      { path: 'sum', kind: 'rsd', label: label('Збир'), computed: true },
      { path: 'copied', kind: 'text', label: label('Копирано') },
      { path: 'blank', kind: 'text', label: label('Празно') },
      { path: 'hidden', kind: 'text', label: label('Скривено'), visibleWhen: { path: 'kept', equals: 'друго' } },
      { path: 'ours', kind: 'text', label: label('Наше'), admin: true },
    ]);
    const values = { kept: 'а', changed: 'в', sum: '1.00', copied: 'г', ours: 'д', blank: ' ' };
    const form = sent('proba', values, {
      definition,
      takenOver: { kept: 'а ', changed: 'б', sum: '1.00', blank: ' ', ours: 'д' },
      warnings: [
        { code: 'FluentCopiedUnseen', path: 'copied', index: 0 },
        { code: 'FluentDuplicate', path: 'kept', index: 0 },
        { code: 'FluentDuplicate', path: 'ours', index: 0 },
        { code: 'FluentEmptyProjectFormAppropriations', path: '', index: 0 },
      ],
    });
    const found = check({ round: [form] });
    expect(found.forms[0]?.sections).toEqual([
      {
        key: 'all',
        title: { sr: 'Све', en: 'All' },
        changes: [],
        answers: [
          { path: 'kept', label: label('Преузето'), text: label('а') },
          { path: 'changed', label: label('Измењено'), text: label('в') },
          { path: 'sum', label: label('Збир'), text: { sr: '1,00', en: '1.00' } },
          { path: 'copied', label: label('Копирано'), text: label('г') },
        ],
        takenOver: [label('Преузето')],
        unseen: [label('Копирано')],
        empty: [label('Празно')],
        isEmpty: false,
        warnings: [{ text: { sr: '„Преузето“ се понавља.', en: 'Преузето is repeated.' }, row: 0 }],
      },
    ]);
    expect(found.warnings.map(({ section, text }) => [section, text.sr])).toEqual([
      [null, 'Нико није прегледао 1 поље преузето из ранијег обрасца.'],
      [null, 'Нису изабране апропријације за годину извештаја.'],
    ]);
  });

  it('shows the first rows of a table, and how many more there are', () => {
    const definition = formWith([
      {
        path: 'rows',
        kind: 'table',
        label: label('Редови'),
        columns: [{ path: 'name', kind: 'text', label: label('Назив') }],
      },
    ]);
    const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, index) => ({ name: `${index + 1}` })) });
    const answers = (values: FormToSend['values']) =>
      sectionsOf({ round: [sent('proba', values, { definition })] })
        .get('all')
        ?.answers.map(({ text }) => text.sr);
    expect(answers(rows(3))).toEqual(['Назив: 1 · Назив: 2 · Назив: 3']);
    expect(answers(rows(5))).toEqual(['Назив: 1 · Назив: 2 · Назив: 3 (+2)']);
    expect(answers(rows(0))).toEqual([]);
  });

  it('shows a row without its empty columns, and a list as one answer', () => {
    const definition = formWith([
      {
        path: 'rows',
        kind: 'table',
        label: label('Редови'),
        columns: [
          { path: 'name', kind: 'text', label: label('Назив') },
          { path: 'note', kind: 'text', label: label('Белешка') },
        ],
      },
      { path: 'papers', kind: 'fileList', label: label('Прилози') },
    ]);
    const values = { rows: [{ name: 'Радови', note: ' ' }], papers: ['7', '8', '9', '10'] };
    const found = sectionsOf({ round: [sent('proba', values, { definition })] }).get('all');
    expect(found?.answers.map(({ text }) => text.sr)).toEqual(['Назив: Радови', '7, 8, 9, 10']);
  });

  it('says that a section is empty when nothing that can be filled in is filled in', () => {
    const sections = (values: FormToSend['values']) =>
      sectionsOf({
        round: [
          sent('proba', values, {
            definition: formWith([
              { path: 'a', kind: 'text', label: label('А') },
              { path: 'sum', kind: 'rsd', label: label('Збир'), computed: true },
            ]),
          }),
        ],
      }).get('all')?.isEmpty;
    expect(sections({ sum: '1.00' })).toBe(true);
    expect(sections({ a: 'а' })).toBe(false);
  });

  it('does not say so of a section in which nothing can be filled in', () => {
    const definition = formWith([{ path: 'sum', kind: 'rsd', label: label('Збир'), computed: true }]);
    expect(sectionsOf({ round: [sent('proba', {}, { definition })] }).get('all')?.isEmpty).toBe(false);
  });

  it('leaves out sections without fields that the sender sees', () => {
    const definition = formWith([{ path: 'ours', kind: 'text', label: label('Наше'), admin: true }]);
    const round = [sent('proba', { ours: 'а' }, { definition })];
    expect(check({ round }).forms[0]?.sections).toEqual([]);
    expect(check({ round, viewer: { admin: true, mei: false } }).forms[0]?.sections).toHaveLength(1);
  });

  it('leads each warning of the sending to its section', () => {
    const values = {
      ...structuredClone(PLAN_EXAMPLE),
      implementation: [{ activity: { name: 'Радови', estimate: '1.00' } }],
    };
    const [warning, ...others] = check({ round: [sent('plan', values)] }).warnings;
    expect(others).toEqual([]);
    expect(warning).toMatchObject({
      form: { code: 'plan' },
      text: { sr: 'Динамика по кварталима није унета: Радови.' },
    });
    const schedule = formOf('plan').sections.find(({ fields }) => fields.some(({ path }) => path === 'implementation'));
    expect(warning?.section).toBe(schedule?.key);
    const sections = sectionsOf({ round: [sent('plan', values)] });
    expect([...sections.values()].filter((section) => section.warnings.length > 0)).toMatchObject([
      { key: schedule?.key, warnings: [{ text: warning?.text, row: 0 }] },
    ]);
  });
});
