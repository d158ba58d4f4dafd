import { globSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

const DOMAIN = 'packages/domain/src';

/**
 * Files of data without decisions: tables of texts, fields, statuses, rights and transitions. Tests would only repeat
 * them (the important tables are written out: transitions.test.ts, policies.test.ts).
 */
const CATALOGUES = [
  'constants.ts',
  'access/claims.ts',
  'access/policy-texts.ts',
  'access/roles.ts',
  'access/screens.ts',
  'forms/catalogue.ts',
  'forms/form-actions.ts',
  'forms/labels.ts',
  'forms/messages.ts',
  'manual/pages.ts',
  'notifications/kinds.ts',
  'registries/bodies.ts',
  'registries/catalogue.ts',
  'registries/columns.ts',
  'registries/districts.ts',
  'registries/money.ts',
  'reports/board-reports.ts',
  'reports/columns.ts',
  'reports/project-table.ts',
  'workflow/activities.ts',
  'workflow/commission-transitions.ts',
  'workflow/realization-transitions.ts',
  'workflow/statuses.ts',
  'workflow/transitions.ts',
];

/** Files that begin with a long table; its cells are not mutated, but the code is. */
export const TABLES: readonly string[] = [
  'documents/content.ts',
  'documents/files.ts',
  'forms/field-examples.ts',
  'forms/marking.ts',
  'forms/reference-data.ts',
  'text/user-agent.ts',
  'workflow/phases.ts',
];

/** Files of form definitions that compute and validate; the others list fields. */
const LOGIC_OF_DEFINITIONS = /-(?:compute|rules|schedule|table)\.ts$|\/rule-kit\.ts$|\/follow\.ts$/;

function isLogic(file: string): boolean {
  if (file.endsWith('.test.ts') || CATALOGUES.some((name) => file === `${DOMAIN}/${name}`)) return false;
  return !file.includes('/definitions/') || LOGIC_OF_DEFINITIONS.test(file);
}

/** Files of the domain with decisions, from the root of the repository. */
export function logicFiles(): string[] {
  return globSync(`${DOMAIN}/**/*.ts`, { cwd: ROOT }).filter(isLogic).toSorted();
}

/** The folder of the domain that a file is in. */
export function folderOf(file: string): string {
  return file.slice(DOMAIN.length + 1).split('/')[0] ?? '';
}

/** Files of tests in folders of the domain. */
export function testFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => globSync(`${DOMAIN}/${folder}/**/*.test.ts`, { cwd: ROOT })).toSorted();
}
