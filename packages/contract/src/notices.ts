import { type Static, Type } from 'typebox';
import { NOTICE_TEXT_LENGTH, NOTICE_TITLE_LENGTH } from '@pimis/domain/notices/notices';
import {
  type CallSchemas,
  CLOSED,
  EmptySchema,
  IdSchema,
  ListQuerySchema,
  NullableText,
  TotalRowsSchema,
  OneLine,
} from './envelope.ts';

export const NoticeSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  /** The English text if there is one; otherwise readers of English get the Serbian text. */
  titleEn: NullableText,
  textEn: NullableText,
  startDate: Type.String(),
  endDate: Type.String(),
  timeFrom: NullableText,
  timeTo: NullableText,
  priority: Type.Integer({ minimum: 1, maximum: 3 }),
});
export type Notice = Static<typeof NoticeSchema>;

/** With its state, which is sent back with a change so that changes by others are not overwritten. */
export const ListedNoticeSchema = Type.Object({ ...NoticeSchema.properties, revision: Type.String() });
export type ListedNotice = Static<typeof ListedNoticeSchema>;

const Time = Type.Optional(Type.Union([Type.String({ maxLength: 5 }), Type.Null()]));

/** Days YYYY-MM-DD, times HH:MM; priority 1 the highest. */
export const NoticeInputSchema = Type.Object(
  {
    title: OneLine({ maxLength: NOTICE_TITLE_LENGTH }),
    text: Type.String({ maxLength: NOTICE_TEXT_LENGTH }),
    titleEn: Type.Optional(Type.Union([OneLine({ maxLength: NOTICE_TITLE_LENGTH }), Type.Null()])),
    textEn: Type.Optional(Type.Union([Type.String({ maxLength: NOTICE_TEXT_LENGTH }), Type.Null()])),
    startDate: Type.String({ maxLength: 10 }),
    endDate: Type.String({ maxLength: 10 }),
    timeFrom: Time,
    timeTo: Time,
    priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
  },
  CLOSED,
);
export type NoticeInput = Static<typeof NoticeInputSchema>;

const NoticeUpdateSchema = Type.Object(
  { ...NoticeInputSchema.properties, revision: Type.Optional(Type.String({ maxLength: 20 })) },
  CLOSED,
);
export type NoticeUpdate = Static<typeof NoticeUpdateSchema>;

const ParamsSchema = Type.Object({ noticeId: IdSchema }, CLOSED);

/** Calls of this area: method and path, and the schemas of input and output. */
export const NOTICE_CALLS = {
  'GET /notices': { payload: Type.Array(NoticeSchema) },
  'GET /notices/all': { query: ListQuerySchema, payload: Type.Array(ListedNoticeSchema), additional: TotalRowsSchema },
  'POST /notices': { body: NoticeInputSchema, payload: Type.Object({ id: Type.Integer() }) },
  'PUT /notices/:noticeId': { params: ParamsSchema, body: NoticeUpdateSchema, payload: EmptySchema },
  'DELETE /notices/:noticeId': { params: ParamsSchema, payload: EmptySchema },
} as const satisfies CallSchemas;
