import { type Static, Type } from 'typebox';
import { SummaryFormSchema } from './decision-summary.ts';
import { type CallSchemas, TextPairSchema } from './envelope.ts';
import { ProjectParamsSchema } from './projects.ts';

const ShownValueSchema = Type.Union([Type.Null(), TextPairSchema]);

/** The check before sending; the fields are explained where they are computed (domain, projects/sending-check). */
export const SendingCheckSchema = Type.Object({
  forms: Type.Array(
    Type.Object({
      form: SummaryFormSchema,
      since: Type.Union([Type.Null(), Type.Integer()]),
      sections: Type.Array(
        Type.Object({
          key: Type.String(),
          title: TextPairSchema,
          changes: Type.Array(
            Type.Object({
              path: Type.String(),
              label: TextPairSchema,
              row: Type.Integer(),
              before: ShownValueSchema,
              after: ShownValueSchema,
            }),
          ),
          answers: Type.Array(Type.Object({ path: Type.String(), label: TextPairSchema, text: TextPairSchema })),
          unseen: Type.Array(TextPairSchema),
          takenOver: Type.Array(TextPairSchema),
          empty: Type.Array(TextPairSchema),
          isEmpty: Type.Boolean(),
          warnings: Type.Array(Type.Object({ text: TextPairSchema, row: Type.Integer() })),
        }),
      ),
    }),
  ),
  warnings: Type.Array(
    Type.Object({
      form: SummaryFormSchema,
      section: Type.Union([Type.Null(), Type.String()]),
      text: TextPairSchema,
    }),
  ),
});
export type SendingCheck = Static<typeof SendingCheckSchema>;

export const SENDING_CHECK_CALLS = {
  /** The forms of the present round before they are sent. */
  'GET /projects/:projectCode/sending-check': { params: ProjectParamsSchema, payload: SendingCheckSchema },
} as const satisfies CallSchemas;
