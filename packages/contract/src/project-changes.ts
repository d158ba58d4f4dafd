import { type Static, Type } from 'typebox';
import { type CallSchemas, CLOSED } from './envelope.ts';
import { ProjectRowSchema } from './project-rows.ts';

const MAX_PER_PAGE = 100;
export const INSTANT_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z$';

/**
 * GET project-changes: projects that changed at or after `updatedSince` (an instant, ISO 8601 in UTC), or behind
 * `cursor`, which an earlier answer gave. Without both: all projects.
 */
export const ChangesQuerySchema = Type.Object(
  {
    updatedSince: Type.Optional(Type.String({ pattern: INSTANT_PATTERN })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE })),
  },
  CLOSED,
);
export type ChangesQuery = Static<typeof ChangesQuerySchema>;

export const ChangesPageSchema = Type.Object({
  /** The place behind the last row: where the next call goes on, at once or later. */
  cursor: Type.String(),
  /** More rows wait behind the cursor now. */
  more: Type.Boolean(),
});
export type ChangesPage = Static<typeof ChangesPageSchema>;

export const PROJECT_CHANGE_CALLS = {
  'GET /project-changes': {
    query: ChangesQuerySchema,
    payload: Type.Array(ProjectRowSchema),
    additional: ChangesPageSchema,
  },
} as const satisfies CallSchemas;
