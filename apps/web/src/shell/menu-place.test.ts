import { expect, test } from 'vitest';
import { menuPlace } from './menu-place.ts';

test('a screen belongs to the menu entry of its address', () => {
  expect(menuPlace('/projects/BAZEN/details', true)).toBe('projects');
  expect(menuPlace('/project-lists/5/2026-1', true)).toBe('project-lists');
  expect(menuPlace('/', true)).toBe('');
});

test('a project of the archive belongs to the archive, or to the projects for who has no archive', () => {
  expect(menuPlace('/projects-archived/BAZEN/details', true)).toBe('archived-projects');
  expect(menuPlace('/projects-archived/BAZEN/details', false)).toBe('projects');
});
