import { expect, it } from 'vitest';
import { COMPUTED, text } from '@pimis/domain/forms/definitions/fields';
import type { FormDefinition, Section } from '@pimis/domain/forms/types';
import { OpenedSections } from './opened-sections.ts';

const field = (path: string, more: object = {}) => text(path, path, path, 100, more);
const SECTION: Section = {
  key: 'cost',
  title: { sr: 'Трошак', en: 'Cost' },
  fields: [field('cost.name'), field('cost.kind'), field('cost.all', COMPUTED)],
};
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
  sections: [SECTION],
  defaults: (data) => ({ cost: { kind: 'радови', name: data.projectName } }),
  compute: () => undefined,
  rules: [],
};

const isOpened = (cost: object, opened = new OpenedSections()) => opened.has(DEFINITION, SECTION, { cost });

it('a section is opened by a value that was entered or taken over, not by a default or a computed one', () => {
  expect(isOpened({ kind: 'радови' })).toBe(false);
  expect(isOpened({ kind: 'радови', all: '5.00' })).toBe(false);
  // Both an entered value and one taken over from the project count.
  expect(isOpened({ kind: 'радови', name: 'Пут' })).toBe(true);
  expect(isOpened({ kind: 'услуге' })).toBe(true);
});

it('and by a visit, which is new once', () => {
  const opened = new OpenedSections();
  expect([opened.visit('cost'), opened.visit('cost')]).toEqual([true, false]);
  expect(isOpened({ kind: 'радови' }, opened)).toBe(true);
});
