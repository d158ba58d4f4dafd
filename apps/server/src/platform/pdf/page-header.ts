import { ADMINISTRATION_ORGANIZATION } from '@pimis/domain/constants';
import type { Database } from '../database.ts';
import type { PaperHead } from './model.ts';

const STATE = 'РЕПУБЛИКА СРБИЈА';

/** The head of a paper: the state, the body that makes it, number and day. */
export function pageHeader(institution: string, number: string, day: string): PaperHead {
  return { institutions: [STATE, institution], number, day };
}

/** Name of the body whose paper it is; the ministry's for papers of the system itself. */
export async function institutionName(db: Database, organizationId = ADMINISTRATION_ORGANIZATION): Promise<string> {
  const row = await db
    .selectFrom('published.organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.name ?? organizationId;
}
