import { expect, it } from 'vitest';
import type { FormDefinition } from '@pimis/domain/forms/types';
import { PHASE } from '@pimis/domain/workflow/phases';
import { CopiedFields } from './copied-fields.ts';

const label = { sr: 'Поље', en: 'Field' };
const section = (key: string) => ({
  key,
  title: label,
  fields: [
    { path: `${key}.one`, kind: 'text' as const, label },
    { path: `${key}.two`, kind: 'text' as const, label },
  ],
});
const FORM: FormDefinition = {
  code: 'proba',
  aliases: [],
  version: 1,
  phase: PHASE.idea,
  family: 'generic',
  title: label,
  titleStage: 0,
  help: 0,
  revisionRoute: false,
  sections: [section('a'), section('b')],
  defaults: () => ({}),
  compute: () => undefined,
  rules: [],
};
const VALUES = { a: { one: '1', two: '2' }, b: { one: '3', two: '' } };

function copied(paths = ['a.one', 'a.two', 'b.one']): CopiedFields {
  const fields = new CopiedFields(FORM);
  fields.add(paths, VALUES);
  return fields;
}

it('copied fields stay marked until their section was looked through', () => {
  const fields = copied();
  expect(fields.unseen(VALUES)).toEqual(['a.one', 'a.two', 'b.one']);
  expect(fields.look('a')).toBe(true);
  expect(fields.look('a')).toBe(false);
  expect(fields.unseen(VALUES)).toEqual(['b.one']);
  expect([fields.has('a.one', VALUES), fields.has('b.one', VALUES)]).toEqual([false, true]);
});

it('the section that the user works in is being looked at, and shows its marks meanwhile', () => {
  const fields = copied();
  fields.enter('a');
  expect(fields.unseen(VALUES)).toEqual(['b.one']);
  expect(fields.has('a.one', VALUES)).toBe(true);
  fields.enter(null);
  expect(fields.unseen(VALUES)).toHaveLength(3);
});

it('a field that was changed or emptied since has no mark, nor one that the form does not have', () => {
  const fields = copied(['a.one', 'a.two', 'b.two', 'no.such']);
  expect(fields.unseen({ ...VALUES, a: { one: 'друго', two: '2 ' } })).toEqual(['a.two']);
  expect(fields.has('b.two', VALUES)).toBe(false);
  expect(fields.has('no.such', VALUES)).toBe(false);
});

it('the marks of a revision replace those before', () => {
  const fields = copied();
  fields.replace(['b.one'], VALUES);
  expect(fields.unseen(VALUES)).toEqual(['b.one']);
});
