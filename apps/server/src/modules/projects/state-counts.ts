import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

/**
 * Adds up the rows that changes left in `project_state_counts`, so that each state has one; readers always see the same
 * sum.
 */
export async function compactStateCounts(context: Context): Promise<void> {
  await sql`
    with taken as (delete from project_state_counts returning *)
    insert into project_state_counts (status, phase, phase_status, foreign_funds, open_steps, projects)
    select status, phase, phase_status, foreign_funds, open_steps, sum(projects)
    from taken group by status, phase, phase_status, foreign_funds, open_steps
    having sum(projects) <> 0`.execute(context.db);
}
