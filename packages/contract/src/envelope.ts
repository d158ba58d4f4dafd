import { type Static, type TSchema, Type } from 'typebox';
import { MAX_ID } from '@pimis/domain/constants';

/**
 * The answer of every JSON call (specification, "Common response envelope").
 * `status.code` 0 is success; every other number stands in the catalogue of errors.ts.
 */
export const StatusSchema = Type.Object({ code: Type.Integer(), name: Type.String() });

/** A form value error: the catalogue name of the rule, the 1-based row (0: no row) and the field it belongs to. */
export const ValueErrorSchema = Type.Object({
  index: Type.Integer(),
  statusCode: Type.Object({ code: Type.String() }),
  path: Type.Optional(Type.String()),
});

/** A refused input: which field, and the catalogue or rule name that says why. */
export const FieldErrorSchema = Type.Object({
  field: Type.String(),
  code: Type.String(),
  message: Type.Optional(Type.String()),
});

export const EnvelopeErrorSchema = Type.Union([Type.String(), ValueErrorSchema, FieldErrorSchema]);

export type Status = Static<typeof StatusSchema>;
export type FieldError = Static<typeof FieldErrorSchema>;
export type EnvelopeError = Static<typeof EnvelopeErrorSchema>;

/** The envelope of a call that went well: both parts are as its schemas say. */
export interface Success<Payload, Additional = null> {
  payload: Payload;
  additionalInformation: Additional;
  status: Status;
  errors: EnvelopeError[];
}

export interface Envelope<Payload, Additional = unknown> {
  payload: Payload | null;
  additionalInformation: Additional | null;
  status: Status;
  errors: EnvelopeError[];
}

const NOTHING = Type.Null();

function makeEnvelope(payload: TSchema, additional: TSchema) {
  return Type.Object({
    payload,
    additionalInformation: additional,
    status: StatusSchema,
    errors: Type.Array(EnvelopeErrorSchema),
  });
}

const envelopes = new WeakMap<TSchema, WeakMap<TSchema, ReturnType<typeof makeEnvelope>>>();

/** Envelope around the schemas of one call: the same one each time, so that what is made of it is made once. */
export function envelopeOf(payload: TSchema, additional: TSchema = NOTHING) {
  const ofPayload = envelopes.get(payload) ?? new WeakMap<TSchema, ReturnType<typeof makeEnvelope>>();
  envelopes.set(payload, ofPayload);
  const envelope = ofPayload.get(additional) ?? makeEnvelope(payload, additional);
  ofPayload.set(additional, envelope);
  return envelope;
}

export const NullableText = Type.Union([Type.String(), Type.Null()]);

/** Number of a row; one that no row can have is refused before anything is asked of the database. */
export const IdSchema = Type.Integer({ minimum: 1, maximum: MAX_ID });

/** Script in which a paper or a workbook is written; Cyrillic when none is named. */
export const ScriptSchema = Type.Optional(Type.Union([Type.Literal('cyrillic'), Type.Literal('latin')]));
/** In which a paper or a workbook is written, Serbian when it is not said; a script is one of Serbian alone. */
export const LanguageSchema = Type.Optional(Type.Union([Type.Literal('sr'), Type.Literal('en')]));

export const TotalRowsSchema = Type.Object({ totalRows: Type.Integer({ minimum: 0 }) });

export const MAX_PAGE_SIZE = 100;

/** Rows of a long list that are counted for a page; the exact number of more is asked for (`exact=true`). */
export const COUNTED_ROWS = 10_000;

/**
 * Beside a page of a long list. `totalIsAtLeast`: there are more rows than `totalRows`, which is COUNTED_ROWS. The keys
 * lead to the pages before and behind (`before`, `after`); null on a page without rows.
 */
export const LongListSchema = Type.Object({
  totalRows: Type.Integer({ minimum: 0 }),
  totalIsAtLeast: Type.Boolean(),
  keys: Type.Union([Type.Object({ first: Type.String(), last: Type.String() }), Type.Null()]),
});

/** Path, query, body and answer of one call. */
export interface CallSchema {
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  payload?: TSchema;
  additional?: TSchema;
}

/** Calls by method and path, as in 'GET /projects/:projectCode'. */
export type CallSchemas = Readonly<Record<string, CallSchema>>;

export const CLOSED = { additionalProperties: false } as const;
export const EmptySchema = Type.Object({});

/** The query of a call that declares none: whoever writes one behind it means something that the call does not know. */
export const NoQuerySchema = Type.Object({}, { additionalProperties: false });
/** Query of a list: paging, order and filters by the names of its columns; read by the list itself. */
export const ListQuerySchema = Type.Record(Type.String(), Type.String({ maxLength: 500 }));
/**
 * The same of a list whose pages are reached by key: a key has the value of a row in it, for which the list may be sorted
 * by a name of 512 letters, of up to six bytes each as JSON, and four letters of the key are three bytes.
 */
export const KeyedListQuerySchema = Type.Record(Type.String(), Type.String({ maxLength: 5_000 }));
