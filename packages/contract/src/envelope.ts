import { type Static, type TSchema, Type } from 'typebox';
import { MAX_ID } from '@pimis/domain/constants';
import { ONE_LINE } from '@pimis/domain/text/one-line';

/**
 * The envelope of every JSON answer (specification, "Common response envelope"). `status.code` 0 is success; errors.ts
 * has all other numbers.
 */
export const StatusSchema = Type.Object({ code: Type.Integer(), name: Type.String() });

/** A form value error: the catalogue name of the rule, the 1-based row (0: no row) and the field it belongs to. */
export const ValueErrorSchema = Type.Object({
  index: Type.Integer(),
  statusCode: Type.Object({ code: Type.String() }),
  path: Type.Optional(Type.String()),
});

/** A refused input: the field, and the name of the error or rule. */
export const FieldErrorSchema = Type.Object({
  field: Type.String(),
  code: Type.String(),
  message: Type.Optional(Type.String()),
});

/** A message, or its dot-separated codes (`name.EmptyField`: field and catalogue name); or an error of a form value. */
export const EnvelopeErrorSchema = Type.Union([Type.String(), ValueErrorSchema]);

/** The envelope of a refused call. */
export const RefusalSchema = Type.Object({
  payload: Type.Unknown(),
  additionalInformation: Type.Unknown(),
  status: StatusSchema,
  errors: Type.Array(EnvelopeErrorSchema),
  fieldErrors: Type.Optional(Type.Array(FieldErrorSchema)),
});

export type Status = Static<typeof StatusSchema>;
export type FieldError = Static<typeof FieldErrorSchema>;
export type EnvelopeError = Static<typeof EnvelopeErrorSchema>;

/** The envelope of a successful call; both parts match its schemas. */
export interface Success<Payload, Additional = null> {
  payload: Payload;
  additionalInformation: Additional;
  status: Status;
  errors: EnvelopeError[];
}

/** The envelope of a refused call. `errors` names each refused field as a text too. */
export interface Refused {
  status: Status;
  errors: EnvelopeError[];
  fieldErrors?: FieldError[];
}

export interface Envelope<Payload, Additional = unknown> extends Refused {
  payload: Payload | null;
  additionalInformation: Additional | null;
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

/** Envelope around the schemas of one call. It is cached, so that validators compiled from it are compiled once. */
export function envelopeOf(payload: TSchema, additional: TSchema = NOTHING) {
  const ofPayload = envelopes.get(payload) ?? new WeakMap<TSchema, ReturnType<typeof makeEnvelope>>();
  envelopes.set(payload, ofPayload);
  const envelope = ofPayload.get(additional) ?? makeEnvelope(payload, additional);
  ofPayload.set(additional, envelope);
  return envelope;
}

/** A text in both languages. */
export const TextPairSchema = Type.Object({ sr: Type.String(), en: Type.String() });

/** A name or title in input. Stored values are returned unchanged. */
export const OneLine = (limits: { minLength?: number; maxLength: number }) =>
  Type.String({ ...limits, pattern: ONE_LINE });

export const NullableText = Type.Union([Type.String(), Type.Null()]);

/** The id of a row; an impossible one is refused before any query. */
export const IdSchema = Type.Integer({ minimum: 1, maximum: MAX_ID });

/** Script in which a paper or a workbook is written; Cyrillic when none is named. */
export const ScriptSchema = Type.Optional(Type.Union([Type.Literal('cyrillic'), Type.Literal('latin')]));
/** Language and script of a paper or workbook, Serbian by default; only Serbian has a choice of script. */
export const LanguageSchema = Type.Optional(Type.Union([Type.Literal('sr'), Type.Literal('en')]));

export const TotalRowsSchema = Type.Object({ totalRows: Type.Integer({ minimum: 0 }) });

export const MAX_PAGE_SIZE = 100;

/** The number of rows of a long list that are counted for a page; `exact=true` requests the exact number. */
export const COUNTED_ROWS = 10_000;

/**
 * Additional data of a page of a long list. `totalIsAtLeast`: there are more rows than `totalRows`, which is
 * COUNTED_ROWS. The keys lead to the previous and next page (`before`, `after`); null on a page without rows.
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

/** The query of a call without parameters: a caller who sends some expects something that the call does not do. */
export const NoQuerySchema = Type.Object({}, { additionalProperties: false });
/** Query of a list: paging, order and filters by the names of its columns; read by the list itself. */
export const ListQuerySchema = Type.Record(Type.String(), Type.String({ maxLength: 500 }));
/**
 * The same for a list with page keys. A key contains a value of a row; a name has up to 512 letters of up to six bytes
 * each in JSON, and four letters of the key are three bytes.
 */
export const KeyedListQuerySchema = Type.Record(Type.String(), Type.String({ maxLength: 5_000 }));
