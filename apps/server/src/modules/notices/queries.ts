import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

const MAX_SHOWN = 20;

/** Notices that are current on the day, the most important first. */
export function currentNotices(db: Database, day: string) {
  return db
    .selectFrom('notices')
    .select(['id', 'title', 'text', 'start_date as startDate', 'end_date as endDate', 'priority'])
    .select([
      sql<string | null>`to_char(time_from, 'HH24:MI')`.as('timeFrom'),
      sql<string | null>`to_char(time_to, 'HH24:MI')`.as('timeTo'),
    ])
    .where('start_date', '<=', day)
    .where('end_date', '>=', day)
    .orderBy('priority')
    .orderBy('start_date', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();
}
