import { ADMINISTRATION_ORGANIZATION } from '@pimis/domain/constants';
import type { Database } from '../../platform/database.ts';
import type { PaperHead } from '../../platform/pdf/model.ts';

const STATE = 'Република Србија';

/** The head of a paper: the state, the body that makes it, number and day. */
export function paperHead(
  institution: string,
  number: string,
  day: string,
  script = (text: string) => text,
): PaperHead {
  return { institutions: [script(STATE), script(institution)], number, day };
}

/** Name of the body whose papers reports are. */
export async function ministryName(db: Database): Promise<string> {
  const row = await db
    .selectFrom('published.organizations')
    .select('name')
    .where('id', '=', ADMINISTRATION_ORGANIZATION)
    .executeTakeFirst();
  return row?.name ?? 'Министарство финансија';
}
