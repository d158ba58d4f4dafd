import { type Static, Type } from 'typebox';
import { type CallSchemas, KeyedListQuerySchema, NullableText } from '../envelope.ts';
import { ProjectParamsSchema } from '../projects.ts';
import { WrittenQuerySchema } from './calendar.ts';

/** Plans compared with reality. Days are YYYY-MM-DD, both ends included. */

const SpanSchema = Type.Object({ start: Type.String(), end: Type.String() });
const NullableSpan = Type.Union([SpanSchema, Type.Null()]);

const courseOfProject = {
  /** Phases in the order in which the project was in them, a round each time; `end` is null while one lasts. */
  steps: Type.Array(Type.Object({ phase: Type.Integer(), start: Type.String(), end: NullableText })),
  /** The period of the plan in force. */
  planned: NullableSpan,
  /** Periods of earlier plans that differ from it, oldest first. */
  former: Type.Array(SpanSchema),
  /**
   * Per cent of the plan in force that is done by the newest approved quarterly report, and the last day of its
   * quarter.
   */
  done: NullableText,
  reportedUntil: NullableText,
};

const TimelineProjectSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  /** The value by which the project table filters the group: the body's number, or the number of the sector. */
  group: Type.String(),
  /** The name of the body; a sector has none here. */
  groupName: NullableText,
  phase: Type.Integer(),
  isLate: Type.Boolean(),
  ...courseOfProject,
});
export type TimelineProject = Static<typeof TimelineProjectSchema>;

const TimelinePageSchema = Type.Object({
  /** Leads to the next page, as `after`; null on the last one. */
  next: NullableText,
  /** Today. */
  day: Type.String(),
  /** The number of projects, and the period from the first opening to the last planned end; on the first page only. */
  totalRows: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  bounds: NullableSpan,
});
export type TimelinePage = Static<typeof TimelinePageSchema>;

const ProjectTimelineSchema = Type.Object({
  /** Today. */
  day: Type.String(),
  isLate: Type.Boolean(),
  ...courseOfProject,
  /** Activities of the plan in force, then those that only earlier plans have. */
  activities: Type.Array(
    Type.Object({
      name: Type.String(),
      planned: NullableSpan,
      former: Type.Array(SpanSchema),
      /** From the first to the last approved quarter with progress. */
      reported: NullableSpan,
      /** Per cent done by approved reports and their corrections; null before the first report. */
      done: NullableText,
    }),
  ),
});
export type ProjectTimeline = Static<typeof ProjectTimelineSchema>;

export const TIMELINE_GROUPS = ['body', 'sector'] as const;
export type TimelineGroup = (typeof TIMELINE_GROUPS)[number];
export const MAX_TIMELINE_ROWS = 500;

export const TIMELINE_CALLS = {
  /** Besides the filters: `group` (body, sector), `rows` (at most MAX_TIMELINE_ROWS), `after`. */
  'GET /portfolio/timeline': {
    query: KeyedListQuerySchema,
    payload: Type.Array(TimelineProjectSchema),
    additional: TimelinePageSchema,
  },
  /**
   * The same projects as a workbook, with their activities as its second sheet; `group`, `language`, `script` besides
   * the filters.
   */
  'GET /portfolio/timeline/export': { query: KeyedListQuerySchema },
  'GET /projects/:projectCode/timeline': {
    params: ProjectParamsSchema,
    payload: ProjectTimelineSchema,
  },
  'GET /projects/:projectCode/timeline/export': { params: ProjectParamsSchema, query: WrittenQuerySchema },
} as const satisfies CallSchemas;
