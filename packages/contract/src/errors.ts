import { DATABASE } from './errors/database.ts';
import { DOCUMENTS } from './errors/documents.ts';
import { GENERAL } from './errors/general.ts';
import { OPERATIONS } from './errors/operations.ts';
import { ORGANIZATIONS } from './errors/organizations.ts';
import { PROJECTS } from './errors/projects.ts';
import { REGISTRIES } from './errors/registries.ts';
import { USERS } from './errors/users.ts';

/**
 * The one catalogue of answers (specification, "The error catalogue"): number, stable name, HTTP status and both texts.
 * The server answers `status.code` and `status.name` from it; the client shows the text of the name. Numbers: 1
 * general, 2 users, 3 organizations, 4 projects and forms, 5 documents, 6 registries, 8 operations, 9 database.
 */
export const CATALOGUE = {
  ...GENERAL,
  ...USERS,
  ...ORGANIZATIONS,
  ...PROJECTS,
  ...DOCUMENTS,
  ...REGISTRIES,
  ...OPERATIONS,
  ...DATABASE,
} as const;

export type StatusName = keyof typeof CATALOGUE;
