import { expect, it } from 'vitest';
import { helpPageFor } from './help-pages.ts';

const NAMES = ['index', 'izvestaji', 'projects', 'forms', 'project-lists'];

it('each screen opens its own page of the help', () => {
  expect(helpPageFor('/reporting', NAMES)).toBe('izvestaji');
  expect(helpPageFor('/reports/', NAMES)).toBe('izvestaji');
  expect(helpPageFor('/projects/PPOV-1/phases/3/forms/8', NAMES)).toBe('forms');
  expect(helpPageFor('/project-lists/3', NAMES)).toBe('project-lists');
  expect(helpPageFor('/nowhere', NAMES)).toBe('index');
});
