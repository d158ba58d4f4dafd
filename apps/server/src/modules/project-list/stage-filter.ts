import { type RawBuilder, sql } from 'kysely';
import { phasesOf, STAGES } from '@pimis/domain/workflow/phases';
import { invalidFields } from '../../platform/errors.ts';

/** The number of a project's stage, from 1 in the order of the stages (table `projects`). */
export const STAGE_NUMBER = `case ${STAGES.map((stage, index) => `when projects.phase in (${phasesOf(stage).join()}) then ${index + 1}`).join(' ')} end`;

/** Whether the project is in the stage, given by its name in rows or its number. Error: ValidationError otherwise. */
export function isInStage(text: string): RawBuilder<boolean> {
  const stage = STAGES.find((name, index) => text === name || text === String(index + 1));
  if (!stage) throw invalidFields({ 'filter[stage]': 'InvalidField' });
  return sql<boolean>`projects.phase in (${sql.join(phasesOf(stage).map((phase) => sql.lit(phase)))})`;
}
