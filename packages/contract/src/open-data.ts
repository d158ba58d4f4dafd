import { type Static, Type } from 'typebox';
import { type CallSchemas, CLOSED, NullableText } from './envelope.ts';
import { ProjectParamsSchema } from './projects.ts';

const SectorSchema = Type.Union([
  Type.Literal('governance'),
  Type.Literal('transport'),
  Type.Literal('energy'),
  Type.Literal('waterAndWaste'),
  Type.Literal('economy'),
]);
const StatusSchema = Type.Union([
  Type.Literal('identification'),
  Type.Literal('preparation'),
  Type.Literal('implementation'),
  Type.Literal('completion'),
  Type.Literal('maintenance'),
  Type.Literal('cancelled'),
]);

const MAX_PAGE = 1_000_000;
/** Projects on a page at most. */
const MAX_PER_PAGE = 100;

/** Amounts in RSD. */
const AmountSchema = Type.Number({ minimum: 0, maximum: 1e15 });
const SortSchema = Type.Union([
  Type.Literal('number'),
  Type.Literal('changed'),
  Type.Literal('value'),
  Type.Literal('title'),
  Type.Literal('end'),
]);
export type PublicSort = Static<typeof SortSchema>;

/**
 * `updatedSince` is a day or an instant of ISO 8601, `region` the code of a district, `body` the number of a public
 * body. `late=true` leaves projects in implementation whose planned end has passed. `sort` is by number, by last change
 * or by value (the highest first), by title, or by planned end.
 */
export const OpenDataQuerySchema = Type.Object(
  {
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE })),
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE })),
    updatedSince: Type.Optional(Type.String({ minLength: 10, maxLength: 35 })),
    sector: Type.Optional(SectorSchema),
    status: Type.Optional(StatusSchema),
    region: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
    text: Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
    body: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    valueFrom: Type.Optional(AmountSchema),
    valueTo: Type.Optional(AmountSchema),
    late: Type.Optional(Type.Literal('true')),
    sort: Type.Optional(SortSchema),
  },
  CLOSED,
);
export type OpenDataQuery = Static<typeof OpenDataQuerySchema>;

/** The index of open data. URLs are absolute; `updated` is the instant of the last public change. */
export const OpenDataIndexSchema = Type.Object({
  standard: Type.String(),
  version: Type.String(),
  prefix: Type.String(),
  publisher: Type.Object({ name: Type.String() }),
  license: Type.String(),
  counts: Type.Object({ projects: Type.Integer(), withheld: Type.Integer() }),
  updated: NullableText,
  projects: Type.String(),
  files: Type.Array(Type.String()),
});
export type OpenDataIndex = Static<typeof OpenDataIndexSchema>;

/** Whether the public may know a project. Days are YYYY-MM-DD, `date` is an instant. */
export const WithholdingSchema = Type.Object({
  /** Whether this server publishes at all (OPEN_DATA_PREFIX). */
  published: Type.Boolean(),
  /** Null: it would not be public, even if it were not withheld. */
  publicSince: NullableText,
  withheld: Type.Union([Type.Null(), Type.Object({ reason: Type.String(), date: Type.String() })]),
});
export type Withholding = Static<typeof WithholdingSchema>;

export const WithholdingInputSchema = Type.Object(
  { withheld: Type.Boolean(), reason: Type.String({ minLength: 1, maxLength: 4000 }) },
  CLOSED,
);

/** Language and script of a preview, as of papers. */
const PreviewQuerySchema = Type.Object(
  {
    language: Type.Optional(Type.Union([Type.Literal('sr'), Type.Literal('en')])),
    script: Type.Optional(Type.Union([Type.Literal('cyrillic'), Type.Literal('latin')])),
  },
  CLOSED,
);

/** A preview of a page of the portal. */
export const PublicPreviewSchema = Type.Object({
  state: Type.Union([Type.Literal('public'), Type.Literal('withheld'), Type.Literal('notYet')]),
  html: Type.String(),
});
export type PublicPreview = Static<typeof PublicPreviewSchema>;

/** A project that the next decision makes public, and the kind of decision. Days are YYYY-MM-DD. */
export const UpcomingSchema = Type.Object({
  projectCode: Type.String(),
  projectName: Type.String(),
  organizationName: Type.String(),
  /** Type of the list that it waits on; null: it waits for the approval of its plan. */
  list: Type.Union([Type.Null(), Type.Integer()]),
  /** Day of the session; null when none is set. */
  sessionOn: NullableText,
  /** It is withheld already and will stay hidden. */
  withheld: Type.Boolean(),
});
export type Upcoming = Static<typeof UpcomingSchema>;

/** Projects that become public next, and withheld projects; at most 200 of each, with the total number. */
export const PublicitySchema = Type.Object({
  published: Type.Boolean(),
  upcoming: Type.Array(UpcomingSchema),
  upcomingTotal: Type.Integer(),
  withheld: Type.Array(
    Type.Object({
      projectCode: Type.String(),
      projectName: Type.String(),
      organizationName: Type.String(),
      reason: Type.String(),
      date: Type.String(),
    }),
  ),
  withheldTotal: Type.Integer(),
});
export type Publicity = Static<typeof PublicitySchema>;

/**
 * Calls of this area: method and path, and the schemas of input and output. Packages have no envelope, because the
 * standard defines their contents.
 */
export const OPEN_DATA_CALLS = {
  'GET /open-data': { payload: OpenDataIndexSchema },
  'GET /open-data/:file': { params: Type.Object({ file: Type.String({ maxLength: 64 }) }, CLOSED) },
  'GET /open-data/projects': { query: OpenDataQuerySchema },
  'GET /open-data/projects/:id': { params: Type.Object({ id: Type.String({ maxLength: 64 }) }, CLOSED) },
  'GET /projects/:projectCode/withholding': { params: ProjectParamsSchema, payload: WithholdingSchema },
  'PUT /projects/:projectCode/withholding': {
    params: ProjectParamsSchema,
    body: WithholdingInputSchema,
    payload: WithholdingSchema,
  },
  'GET /projects/:projectCode/public-preview': {
    params: ProjectParamsSchema,
    query: PreviewQuerySchema,
    payload: PublicPreviewSchema,
  },
  'GET /administration/publicity': { payload: PublicitySchema },
} as const satisfies CallSchemas;
