import { ADMINISTRATION_ORGANIZATION } from '@pimis/domain/constants';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { type Context, today } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import type { PaperHead } from './model.ts';

const STATE = { sr: 'РЕПУБЛИКА СРБИЈА', en: 'REPUBLIC OF SERBIA' };

/** The head of a paper: the state, the issuing body, the number and today's date. */
export function pageHeader(
  institution: string,
  number: string,
  context: Pick<Context, 'now'>,
  { language }: Written,
): PaperHead {
  const { say, day } = wordingOf(language);
  return { institutions: [say(STATE), institution], number, day: day(today(context)) };
}

/** The issuing body; the ministry for papers of the system itself. */
export async function institutionName(db: Database, organizationId = ADMINISTRATION_ORGANIZATION): Promise<string> {
  const row = await db
    .selectFrom('published.organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.name ?? organizationId;
}
