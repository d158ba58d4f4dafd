import { expect, it } from 'vitest';
import { isProjectName, PROJECT_NAME_MAX } from './project-name.ts';

it.each([
  ['Мост1', false],
  ['Мост 1а', true],
  ['\u3164'.repeat(5), false],
  [`Мост${'\u3164'.repeat(5)}`, false],
  ['Кејев', true],
  ['Мост на\nДрини', false],
  ['Мост \u202eинирД ан', false],
  ['а'.repeat(PROJECT_NAME_MAX), true],
  ['а'.repeat(PROJECT_NAME_MAX + 1), false],
])('%j names a project: %s', (name, valid) => {
  expect(isProjectName(name)).toBe(valid);
});
