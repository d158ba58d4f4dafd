import { expect, it } from 'vitest';
import { allForms } from '../forms/catalogue.ts';
import { PHASES } from '../workflow/phases.ts';
import { MANUAL_PAGES, manualPageFor } from './pages.ts';

const FORM = '/projects/MOST-1/phases/5/forms';

it.each([
  ['', 'index'],
  ['/', 'index'],
  ['/dashboard', 'dashboard'],
  ['/projects/create', 'project-create'],
  ['/projects/MOST-1', 'project'],
  ['/projects-archived/MOST-1/details/', 'project'],
  ['/projects-archived/MOST-1/phases/5/activities', 'project-phases'],
  ['/administration/user/profile', 'profile'],
  ['/administration/user/petar', 'users'],
  ['/registry/banks', 'registry-table'],
  ['/registry/banks/105', 'registry-table'],
  ['/registry/organization/10503', 'registry-organization'],
  ['/project-lists/3/2026-1', 'project-lists'],
  [`${FORM}/plan/id/8/revision/2`, 'forms/plan'],
  [`${FORM}/important/id/8`, 'forms/posebnog-znacaja'],
  [`${FORM}/nothing/id/8`, 'forms'],
  ['/projects/MOST-1/phases/5/projectidentification/id/8', 'forms/1-5-5'],
  ['/forms/plan', 'forms/plan'],
  ['/phases/0', 'phases/0'],
  ['/12', 'phases/12'],
  ['/14', 'index'],
  ['/nowhere', 'index'],
])('%s is explained by %s', (address, page) => {
  expect(manualPageFor(address)).toBe(page);
});

it('every phase and every form has a page, and no two pages have one name', () => {
  const names = MANUAL_PAGES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { id } of PHASES) expect(names).toContain(`phases/${id}`);
  for (const { code, aliases } of allForms()) {
    for (const segment of [code, ...aliases]) expect(manualPageFor(`${FORM}/${segment}/id/1`)).toBe(`forms/${code}`);
  }
});
