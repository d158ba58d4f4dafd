import { expect, it } from 'vitest';
import { stepPath } from './step-path.ts';

const PROJECT = { code: 'A', projectPhaseId: 5 };
const FORM = { id: 9, segment: 'pif' };
const path = (place: string, list: number | null = null, form: typeof FORM | null = FORM) =>
  stepPath(PROJECT, { place, list } as never, form);

it('leads to where the next step is taken', () => {
  expect(path('form')).toBe('/projects/A/phases/5/forms/pif/id/9');
  expect(path('list', 3)).toBe('/project-lists/3');
  expect(path('choice', 3)).toBe('/projects/A/options/lists');
  expect(path('project', 3)).toBe('/projects/A/phases/5/forms');
});

it('leads to the page of the project where the form or the list is unknown', () => {
  expect(path('form', 3, null)).toBe('/projects/A/phases/5/forms');
  expect(path('list', null)).toBe('/projects/A/phases/5/forms');
});
