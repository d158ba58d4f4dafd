import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { readTableQuery } from '../../platform/lists/table-query.ts';
import { findProject } from '../projects/visibility.ts';
import { DOCUMENT_FIELDS, listDocuments, typesOfDocuments } from './queries.ts';
import { mayChange } from './changing.ts';

/** Documents of a project that the user may see. */
export async function projectDocuments(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  query: Record<string, unknown>,
) {
  const project = await findProject(context.db, user, projectCode);
  const list = readTableQuery(query, DOCUMENT_FIELDS);
  const found = await listDocuments(context, project.id, list, mayChange(user, project));
  return { project, ...found, documentTypes: await typesOfDocuments(context.db, project.id) };
}
