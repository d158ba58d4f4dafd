import { ADMINISTRATION_ORGANIZATION } from '@pimis/domain/constants';
import type { Context } from '../../platform/context.ts';
import { today } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { linkName } from '../documents/links/link-tokens.ts';
import type { PublicFacts } from './facts.ts';
import type { Oc4idsProject } from './mapping/oc4ids.ts';
import { projectOf } from './mapping/project.ts';
import { readPublicFacts } from './queries.ts';

const VERSION = '0.9';

/** A package of projects in the form of the standard, with links to the next and previous one. */
export interface ProjectPackage {
  uri: string;
  publishedDate: string;
  version: string;
  publisher: { name: string };
  license: string;
  projects: Oc4idsProject[];
  links?: { next?: string; prev?: string };
}

/** The settings of a server that publishes. Error: Error if it does not. */
export function publishing({ config }: Pick<Context, 'config'>): { prefix: string; root: string } {
  if (config.openDataPrefix === undefined) throw new Error('OPEN_DATA_PREFIX is not set');
  return { prefix: config.openDataPrefix, root: `${config.publicUrl}/api/open-data` };
}

/** The mapped project of public facts, with the addresses of this server. */
export function mapped(context: Pick<Context, 'config'>, facts: PublicFacts): Oc4idsProject {
  const { prefix } = publishing(context);
  const { tokenSecret, publicUrl } = context.config;
  return projectOf(facts, {
    prefix,
    urlOf: ({ linkId, revision }) =>
      `${publicUrl}/api/projects/documents/${linkName(tokenSecret, linkId, revision)}${revision}/anonymous`,
  });
}

/** The mapped public projects with these ids, in their order; projects that are not public are missing. */
export async function readProjects(
  context: Pick<Context, 'config' | 'now'>,
  db: Database | Tx,
  ids: readonly number[],
): Promise<{ facts: PublicFacts; project: Oc4idsProject }[]> {
  const found = await readPublicFacts(db, ids, today(context));
  return found.map((facts) => ({ facts, project: mapped(context, facts) }));
}

/** The publisher: the administration organization. */
export async function publisherOf(db: Database | Tx): Promise<{ name: string }> {
  const row = await db
    .selectFrom('published.organizations')
    .select('name')
    .where('id', '=', ADMINISTRATION_ORGANIZATION)
    .executeTakeFirst();
  return { name: row?.name ?? ADMINISTRATION_ORGANIZATION };
}

/** `publishedDate` is the last public change of its projects, so that the same facts give the same bytes. */
export function packageOf(
  context: Pick<Context, 'config'>,
  parts: { uri: string; publisher: { name: string }; projects: Oc4idsProject[]; changedAt: Date | null },
): ProjectPackage {
  return {
    uri: parts.uri,
    publishedDate: (parts.changedAt ?? new Date(0)).toISOString(),
    version: VERSION,
    publisher: parts.publisher,
    license: context.config.openDataLicense,
    projects: parts.projects,
  };
}
