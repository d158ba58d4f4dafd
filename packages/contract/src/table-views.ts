import { type Static, Type } from 'typebox';
import { VIEW_ENTRIES, VIEW_NAME_MAX, VIEW_VALUE_MAX, VIEWS_OF_TABLE } from '@pimis/domain/table-views/limits';
import { type CallSchemas, CLOSED, EmptySchema, IdSchema, OneLine } from './envelope.ts';

/** The name of a table of the product: `projects`, `registry-Bank`. */
const TableNameSchema = Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9-]+$' });
const ViewNameSchema = OneLine({ minLength: 1, maxLength: VIEW_NAME_MAX });
/** Filters, order and columns as the address of a table has them. */
const ViewSearchSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9._-]{1,60}$' }),
  Type.Union([Type.String({ maxLength: VIEW_VALUE_MAX }), Type.Number(), Type.Boolean()]),
  { maxProperties: VIEW_ENTRIES, additionalProperties: false },
);

/** A saved view of a table. */
export const TableViewSchema = Type.Object({
  id: Type.Integer(),
  table: Type.String(),
  name: Type.String(),
  search: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  /** All people of the organization see it. */
  shared: Type.Boolean(),
  /** The table opens with it for the caller. */
  isDefault: Type.Boolean(),
  /** The caller may rename, replace and delete it. */
  mayChange: Type.Boolean(),
  /** Changes with every change of the view. */
  revision: Type.Integer(),
});
export type TableView = Static<typeof TableViewSchema>;

const NewViewSchema = Type.Object(
  {
    table: TableNameSchema,
    name: ViewNameSchema,
    search: ViewSearchSchema,
    shared: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);
export type NewTableView = Static<typeof NewViewSchema>;

/** With `revision` the change is only made if nobody else has changed the view since. */
const ViewChangeSchema = Type.Object(
  {
    name: Type.Optional(ViewNameSchema),
    search: Type.Optional(ViewSearchSchema),
    shared: Type.Optional(Type.Boolean()),
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  CLOSED,
);
export type TableViewChange = Static<typeof ViewChangeSchema>;

const TakenOverSchema = Type.Object(
  {
    table: TableNameSchema,
    views: Type.Array(Type.Object({ name: ViewNameSchema, search: ViewSearchSchema }, CLOSED), {
      minItems: 1,
      maxItems: VIEWS_OF_TABLE,
    }),
  },
  CLOSED,
);
export type TakenOverViews = Static<typeof TakenOverSchema>;

const ParamsSchema = Type.Object({ viewId: IdSchema }, CLOSED);

/** Calls of this area: method and path, and the schemas of input and output. */
export const TABLE_VIEW_CALLS = {
  'GET /table-views': { payload: Type.Array(TableViewSchema) },
  'POST /table-views': { body: NewViewSchema, payload: Type.Object({ id: Type.Integer() }) },
  /** Views that a browser kept; those whose name already exists, or that exceed the limit, are left out. */
  'POST /table-views/taken-over': { body: TakenOverSchema, payload: Type.Object({ added: Type.Integer() }) },
  'PUT /table-views/:viewId': { params: ParamsSchema, body: ViewChangeSchema, payload: EmptySchema },
  /** With `revision` the view is only deleted if nobody else has changed it since. */
  'DELETE /table-views/:viewId': {
    params: ParamsSchema,
    query: Type.Object({ revision: Type.Optional(Type.Integer({ minimum: 1 })) }, CLOSED),
    payload: EmptySchema,
  },
  'PUT /table-views/:viewId/default': { params: ParamsSchema, payload: EmptySchema },
  'DELETE /table-views/:viewId/default': { params: ParamsSchema, payload: EmptySchema },
} as const satisfies CallSchemas;
