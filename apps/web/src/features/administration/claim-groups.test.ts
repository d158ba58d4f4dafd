import { expect, it } from 'vitest';
import { groupOf, grouped } from './claim-groups.ts';

it('a claim belongs to the group before its underline, and to the others without a known one', () => {
  expect(['User_View', 'Project_Archive', 'Registry_Manage', 'Admin', 'Userless', 'Other_Thing'].map(groupOf)).toEqual([
    'User',
    'Project',
    'Other',
    'Other',
    'Other',
    'Other',
  ]);
});

it('claims are listed by group in the order of the groups, those of a group in their own order', () => {
  const claims = ['Admin', 'Project_B', 'Project_A', 'User_View'].map((name) => ({ name }));
  expect(grouped(claims, ({ name }) => name)).toEqual([
    ['User', [{ name: 'User_View' }]],
    ['Project', [{ name: 'Project_B' }, { name: 'Project_A' }]],
    ['Other', [{ name: 'Admin' }]],
  ]);
});
