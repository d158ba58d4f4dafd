import { describe, expect, test } from 'vitest';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { Field, FormDefinition, FormValues, Section } from '@pimis/domain/forms/types';
import { onFirstScreen } from './first-screen.ts';

const label = { sr: 'Поље', en: 'Field' };
const scalar = (path: string): Field => ({ path, kind: 'text', label });
const section = (key: string, fields: Field[]): Section => ({ key, title: label, fields });
const scalars = (count: number) => Array.from({ length: count }, (_, at) => scalar(`f${at}`));
const rows = (count: number) => Array.from({ length: count }, () => ({ name: 'x' }));
const table: Field = { path: 'rows', kind: 'table', label, columns: [scalar('name')] };
const SCREEN = 800;

const drawn = (sections: Section[], values: FormValues = {}) =>
  sections.map((_, index) => onFirstScreen(sections, index, values, SCREEN));

describe('what is drawn at once fills the screen and is not much more', () => {
  test('a short form is drawn whole', () => {
    expect(drawn([section('a', scalars(6)), section('b', scalars(8))])).toEqual([6, 8]);
  });

  test('of a section of a hundred fields those that fit', () => {
    expect(drawn([section('a', scalars(100)), section('b', scalars(100))])).toEqual([21, 0]);
  });

  test('what stands below a table begins below its rows', () => {
    const sections = [section('a', [table, ...scalars(2)]), section('b', scalars(5))];
    expect(drawn(sections, { rows: rows(2) })).toEqual([3, 5]);
    expect(drawn(sections, { rows: rows(30) })).toEqual([1, 0]);
  });

  test('a long table takes no more than its frame', () => {
    expect(drawn([section('a', [table, ...scalars(2)])], { rows: rows(500) })).toEqual([3]);
  });

  test('the schedule of a plan is not on the first screen', () => {
    const plan = findFormDefinition('plan') as FormDefinition;
    const values = { financialInfo: { activityList: rows(50) }, implementation: rows(50) };
    const last = plan.sections.length - 1;
    expect(onFirstScreen(plan.sections, 0, values, SCREEN)).toBe(plan.sections[0]?.fields.length);
    expect(onFirstScreen(plan.sections, last, values, SCREEN)).toBe(0);
  });
});
