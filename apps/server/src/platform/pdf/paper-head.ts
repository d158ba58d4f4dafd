import { ADMINISTRATION_ORGANIZATION } from '@pimis/domain/constants';
import type { Database } from '../database.ts';
import type { PaperHead, PaperWords } from './model.ts';

const STATE = 'РЕПУБЛИКА СРБИЈА';

const WORDS: PaperWords = { number: 'Број', day: 'Датум', year: 'године', page: 'страна', of: 'од', stamp: 'М. П.' };

/** Words that stand on every paper, in the script of the paper. */
export function paperWords(script: (text: string) => string): PaperWords {
  const { number, day, year, page, of, stamp } = WORDS;
  return {
    number: script(number),
    day: script(day),
    year: script(year),
    page: script(page),
    of: script(of),
    stamp: script(stamp),
  };
}

/** The head of a paper: the state, the body that makes it, number and day. */
export function paperHead(
  institution: string,
  number: string,
  day: string,
  script = (text: string) => text,
): PaperHead {
  return { institutions: [script(STATE), script(institution)], number, day };
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
