import { type Static, Type } from 'typebox';
import { type CallSchemas, ListQuerySchema } from '../envelope.ts';

/** Projects of one group: their number and worth in RSD. */
const GroupSchema = Type.Object({
  /** What the group is of: the number of a phase or sector. */
  key: Type.String(),
  projects: Type.Integer({ minimum: 0 }),
  value: Type.String(),
});

const OverviewSchema = Type.Object({
  all: Type.Omit(GroupSchema, ['key']),
  phases: Type.Array(GroupSchema),
  sectors: Type.Array(GroupSchema),
});
export type PortfolioOverview = Static<typeof OverviewSchema>;

/** Calls of this area: method and path, and the schemas of what goes in and out. */
export const OVERVIEW_CALLS = {
  'GET /portfolio/overview': { query: ListQuerySchema, payload: OverviewSchema },
} as const satisfies CallSchemas;
