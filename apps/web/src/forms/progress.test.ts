import { describe, expect, it } from 'vitest';
import { defaultValues } from '@pimis/domain/forms/complete';
import { COMPUTED, REQUIRED, table, text } from '@pimis/domain/forms/definitions/fields';
import type { FormDefinition, FormValues, Section } from '@pimis/domain/forms/types';
import { formProgress, hiddenErrors, sectionProgress, shownMessages } from './progress.ts';
import { FormStore } from './store.ts';

const OWNER = { admin: false, mei: false };
const section = (key: string, fields: Section['fields']): Section => ({ key, title: { sr: key, en: key }, fields });
const field = (path: string, more: object = {}) => text(path, path, path, 100, more);

const DEFINITION: FormDefinition = {
  code: 'proba',
  aliases: [],
  version: 1,
  phase: 1,
  family: 'generic',
  title: { sr: 'Проба', en: 'Trial' },
  titleStage: 1,
  help: 1,
  revisionRoute: false,
  sections: [
    section('basic', [field('basic.name', REQUIRED), field('basic.place', REQUIRED)]),
    section('rows', [table('rows', 'Редови', 'Rows', [field('name', REQUIRED)]), field('rowsNote')]),
    section('sums', [field('sums.all', COMPUTED)]),
    section('opinion', [field('opinion.text', { admin: true })]),
  ],
  defaults: () => ({}),
  compute: () => undefined,
  rules: [],
};
const [BASIC, ROWS] = DEFINITION.sections as [Section, Section];

const storeOf = (values: FormValues, neverSaved = true) =>
  new FormStore({
    definition: DEFINITION,
    data: {},
    context: { today: '2026-05-04', foreignFunds: false },
    values: { ...defaultValues(DEFINITION, {}), ...values },
    neverSaved,
  });

describe('the progress of a form that was never saved', () => {
  it('counts as ready what was opened and lacks nothing, of the sections that the viewer fills in', () => {
    const store = storeOf({});
    // The rows need no input, but nobody has opened them yet; the owner does not fill in the sums and the opinion.
    expect(formProgress(store, OWNER)).toEqual({ filled: 0, sections: 2, missing: 2 });
    expect(formProgress(store, { ...OWNER, admin: true }).sections).toBe(3);
    store.open('rows');
    store.open('basic');
    expect(formProgress(store, OWNER)).toEqual({ filled: 1, sections: 2, missing: 2 });
    const filled = storeOf({ basic: { name: 'Мост', place: 'Ниш' } });
    expect(formProgress(filled, OWNER)).toEqual({ filled: 1, sections: 2, missing: 0 });
  });

  it('tells an empty field as missing until the focus has left it, then as an error', () => {
    const store = storeOf({});
    expect(shownMessages(store).errors).toEqual([]);
    expect(sectionProgress(store, BASIC)).toEqual({ errors: 0, warnings: 0, missing: 2, opened: false });
    store.leave('basic.name');
    expect(sectionProgress(store, BASIC)).toMatchObject({ errors: 1, missing: 1 });
    expect(shownMessages(store).errors.map(({ path }) => path)).toEqual(['basic.name']);
    expect(hiddenErrors(store).map(({ path }) => path)).toEqual(['basic.place']);
  });

  it('counts what lies in the rows of a table, and nothing of a field whose name begins the same', () => {
    const { missing } = sectionProgress(storeOf({ rows: [{}, { name: 'А' }, {}] }), ROWS);
    expect(missing).toBe(2);
    const noted = storeOf({ rowsNote: 'а'.repeat(101) }, false);
    expect(sectionProgress(noted, { ...ROWS, fields: ROWS.fields.slice(0, 1) }).errors).toBe(0);
    expect(sectionProgress(noted, ROWS).errors).toBe(1);
  });
});

it('tells every error of a form that was saved, and none as missing', () => {
  const store = storeOf({}, false);
  expect(sectionProgress(store, BASIC)).toMatchObject({ errors: 2, missing: 0 });
  expect(hiddenErrors(store)).toEqual([]);
  expect(formProgress(store, OWNER).missing).toBe(0);
});
