import { type Static, type TSchema, Type } from 'typebox';
import {
  type ColumnKind,
  type KindOf,
  PROJECT_COLUMN_NAMES,
  projectColumn,
  type ProjectColumnName,
} from '@pimis/domain/projects/table-columns';
import { NullableText, TextPairSchema } from './envelope.ts';

/** Rows of the project table. */

const COLUMN_SCHEMAS = {
  text: Type.String(),
  code: Type.String(),
  integer: Type.Integer(),
  boolean: Type.Boolean(),
  money: Type.String(),
  date: NullableText,
  instant: Type.String(),
} as const satisfies Readonly<Record<ColumnKind, TSchema>>;

type ColumnSchemas = { [Name in ProjectColumnName]: (typeof COLUMN_SCHEMAS)[KindOf<Name>] };
const columnSchemas = Object.fromEntries(
  PROJECT_COLUMN_NAMES.map((name) => [name, COLUMN_SCHEMAS[projectColumn(name).kind]]),
) as ColumnSchemas;

const TurnSideSchema = Type.Union([
  Type.Literal('own'),
  Type.Literal('proposer'),
  Type.Literal('administration'),
  Type.Literal('mei'),
]);

/**
 * A row of the project table: its columns and additional data for display. Amounts are decimal strings in РСД, instants
 * ISO 8601.
 */
export const ProjectRowSchema = Type.Object({
  ...columnSchemas,
  /** The side that has to act, and the open step; null if there is none. */
  onTurn: Type.Union([Type.Null(), Type.Object({ side: TurnSideSchema, label: TextPairSchema })]),
  /**
   * The time since which the project waits for the open step; in the future if it cannot be expected yet. Null if no
   * step is open.
   */
  waitingSince: NullableText,
  id: Type.Integer(),
  organizationId: Type.String(),
  isMerged: Type.Boolean(),
  projectPhaseId: Type.Integer(),
  /** The project has been refused by the commission as often as allowed: it is shown, but left out of new lists. */
  sendingToCommissionFormsLimit: Type.Boolean(),
});
export type ProjectRow = Static<typeof ProjectRowSchema>;

/**
 * A row of the table; `onlyAbsent`: the step waits only for people who are away. Only for users who manage their
 * absences.
 */
export const ListedProjectSchema = Type.Object({ ...ProjectRowSchema.properties, onlyAbsent: Type.Boolean() });
export type ListedProject = Static<typeof ListedProjectSchema>;

export const ProjectGroupSchema = Type.Object({
  stage: Type.String(),
  projects: Type.Integer(),
  totalValue: Type.String(),
});
export type ProjectGroup = Static<typeof ProjectGroupSchema>;
