import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Columns of projects that are derived from forms and plans. `modules/projections` computes them for projects that the
 * transaction has locked; Writing them does not count as a change of the project.
 */

export async function setPlaces(
  tx: Tx,
  places: readonly { projectId: number; level: number | null; districts: string[]; municipalities: string[] }[],
): Promise<void> {
  await sql`
    update projects set level = given.level, districts = given.districts, municipalities = given.municipalities
    from json_to_recordset(${JSON.stringify(places)}::json) as given ("projectId" integer, level smallint, districts text[],
      municipalities text[])
    where projects.id = given."projectId"`.execute(tx);
}

/** Stores the end of the plan in force (YYYY-MM-DD) and the spent amount (a decimal string). */
export async function setMoney(
  tx: Tx,
  money: readonly { projectId: number; plannedEnd: string | null; spent: string }[],
): Promise<void> {
  await sql`
    update projects set planned_end = given."plannedEnd", spent = given.spent
    from json_to_recordset(${JSON.stringify(money.map(({ projectId, plannedEnd, spent }) => ({ projectId, plannedEnd, spent })))}::json)
      as given ("projectId" integer, "plannedEnd" date, spent numeric)
    where projects.id = given."projectId"
      and (projects.planned_end, projects.spent) is distinct from (given."plannedEnd", given.spent)`.execute(tx);
}
