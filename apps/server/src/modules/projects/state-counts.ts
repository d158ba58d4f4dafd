import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

/** Sums up the rows that changes have left in `project_state_counts`, one for each state; readers see the same sum meanwhile. */
export async function compactStateCounts(context: Context): Promise<void> {
  await sql`
    with taken as (delete from project_state_counts returning *)
    insert into project_state_counts (status, phase, phase_status, foreign_funds, open_steps, projects)
    select status, phase, phase_status, foreign_funds, open_steps, sum(projects)
    from taken group by status, phase, phase_status, foreign_funds, open_steps
    having sum(projects) <> 0`.execute(context.db);
}
