import { sql } from 'kysely';
import { searchWords } from '@pimis/domain/text/search';
import type { Database } from '../../platform/database/database.ts';
import { searchCondition } from '../../platform/lists/search.ts';

/** Ids of the organizations whose names contain the texts of a filter. */
export interface OrganizationMatches {
  /** Organizations whose name contains every word of the text. */
  named(text: string): readonly string[];
  /** Organizations whose name contains this word. */
  withWord(word: string): readonly string[];
}

const NAME_KEY = sql`organizations.name_key`;

export const NO_ORGANIZATIONS: OrganizationMatches = { named: () => [], withWord: () => [] };

/**
 * Looks up the organizations before the projects: with known ids the planner knows their number, and an index on the
 * projects' organization answers. `texts` are whole names, `search` a text of independent words.
 */
export async function findOrganizations(
  db: Database,
  { texts, search }: { texts: readonly string[]; search: string | undefined },
): Promise<OrganizationMatches> {
  const wanted = [...new Set([...texts, ...searchWords(search ?? '')])];
  if (wanted.length === 0) return NO_ORGANIZATIONS;
  const ids = new Map<string, string[]>(wanted.map((text) => [text, []]));
  // One statement for all words: a statement for each would use up the caller's share of the pool.
  const { rows } = await sql<{ place: number; id: string }>`${sql.join(
    wanted.map(
      (text, place) => sql`select ${sql.lit(place)} as place, organizations.id
        from published.organizations where ${searchCondition(NAME_KEY, text)}`,
    ),
    sql` union all `,
  )}`.execute(db);
  for (const { place, id } of rows) ids.get(wanted[place] ?? '')?.push(id);
  const matching = (text: string) => ids.get(text) ?? [];
  return { named: matching, withWord: matching };
}
