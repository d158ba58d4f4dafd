import { type Static, Type } from 'typebox';
import { WEBHOOK_KIND_NAMES, TEST_KIND } from '@pimis/domain/webhooks/kinds';
import { WEBHOOK_OUTCOMES } from '@pimis/domain/webhooks/retries';
import { WEBHOOK_NAME_LENGTH, WEBHOOK_OFF_REASONS, WEBHOOK_URL_LENGTH } from '@pimis/domain/webhooks/rights';
import {
  type CallSchemas,
  CLOSED,
  EmptySchema,
  IdSchema,
  ListQuerySchema,
  NullableText,
  OneLine,
  TotalRowsSchema,
} from './envelope.ts';

const KindSchema = Type.Enum([...WEBHOOK_KIND_NAMES]);

/** A webhook: the address of another system that receives events of projects. */
const WebhookRowSchema = Type.Object({
  id: IdSchema,
  name: Type.String(),
  url: Type.String(),
  kinds: Type.Array(KindSchema, { description: 'The events that it asks for' }),
  organizationId: Type.String({ description: 'The webhook receives events of projects that this organization sees' }),
  organizationName: Type.String(),
  enabled: Type.Boolean(),
  /** Why it is off; null while it is on. */
  offReason: Type.Union([Type.Enum([...WEBHOOK_OFF_REASONS]), Type.Null()]),
  /** The time since which every attempt has failed. */
  failingSince: NullableText,
  lastDeliveredDate: NullableText,
  waiting: Type.Integer({ minimum: 0, description: 'Events that are still to be delivered' }),
  /** Changes with every change by an administrator. */
  revision: Type.String(),
});
export type WebhookRow = Static<typeof WebhookRowSchema>;

const WebhookSecretSchema = Type.Object({ id: IdSchema, createdBy: Type.String(), createdDate: Type.String() });
export type WebhookSecret = Static<typeof WebhookSecretSchema>;

const WebhookDetailsSchema = Type.Object({
  ...WebhookRowSchema.properties,
  createdBy: Type.String(),
  createdDate: Type.String(),
  secrets: Type.Array(WebhookSecretSchema),
  /** The reason (a name of the catalogue) why the caller cannot change it, or null. */
  changeRefusal: NullableText,
});
export type WebhookDetails = Static<typeof WebhookDetailsSchema>;

const Written = {
  name: OneLine({ minLength: 1, maxLength: WEBHOOK_NAME_LENGTH }),
  url: Type.String({ minLength: 1, maxLength: WEBHOOK_URL_LENGTH }),
  kinds: Type.Array(KindSchema, { minItems: 1, maxItems: WEBHOOK_KIND_NAMES.length, uniqueItems: true }),
};
const NewWebhookSchema = Type.Object(
  { ...Written, organizationId: Type.String({ minLength: 1, maxLength: 20 }) },
  CLOSED,
);
export type NewWebhook = Static<typeof NewWebhookSchema>;
const WebhookUpdateSchema = Type.Object(
  { ...Written, enabled: Type.Boolean(), revision: Type.Optional(Type.String({ maxLength: 20 })) },
  CLOSED,
);
export type WebhookUpdate = Static<typeof WebhookUpdateSchema>;

/** The secret is shown once, in the answer that made it. */
const SECRET = { secret: Type.String() };
const MadeWebhookSchema = Type.Object({ id: IdSchema, ...SECRET });
export type MadeWebhook = Static<typeof MadeWebhookSchema>;
const MadeWebhookSecretSchema = Type.Object({ id: IdSchema, ...SECRET });
export type MadeWebhookSecret = Static<typeof MadeWebhookSecretSchema>;

const DeliveryIdSchema = Type.String({ pattern: String.raw`^[1-9]\d{0,17}$` });
/** A delivery of the log. */
const WebhookDeliverySchema = Type.Object({
  id: DeliveryIdSchema,
  eventId: Type.String({ description: 'webhook-id, the same in every attempt' }),
  kind: Type.Enum([...WEBHOOK_KIND_NAMES, TEST_KIND]),
  projectCode: NullableText,
  state: Type.Enum(['waiting', 'delivered', 'failed']),
  attempts: Type.Integer({ minimum: 0 }),
  createdDate: Type.String(),
  /** When the last attempt ended; null before the first. */
  attemptedDate: NullableText,
  /** When the next attempt is due; null if there is none. */
  nextDate: NullableText,
  outcome: Type.Union([Type.Enum([...WEBHOOK_OUTCOMES]), Type.Null()]),
  httpStatus: Type.Union([Type.Integer(), Type.Null()]),
  /** The failure of the connection, as a code such as ECONNREFUSED. */
  reason: NullableText,
  ms: Type.Union([Type.Integer(), Type.Null()], { description: 'How long the last attempt took' }),
});
export type WebhookDelivery = Static<typeof WebhookDeliverySchema>;

const WebhookParamsSchema = Type.Object({ id: IdSchema }, CLOSED);

/** Calls of this area, by method and path. */
export const WEBHOOK_CALLS = {
  'GET /administration/webhooks': {
    query: ListQuerySchema,
    payload: Type.Array(WebhookRowSchema),
    additional: TotalRowsSchema,
  },
  'POST /administration/webhooks': { body: NewWebhookSchema, payload: MadeWebhookSchema },
  'GET /administration/webhooks/:id': { params: WebhookParamsSchema, payload: WebhookDetailsSchema },
  'PUT /administration/webhooks/:id': {
    params: WebhookParamsSchema,
    body: WebhookUpdateSchema,
    payload: EmptySchema,
  },
  'DELETE /administration/webhooks/:id': { params: WebhookParamsSchema, payload: EmptySchema },
  'POST /administration/webhooks/:id/secrets': { params: WebhookParamsSchema, payload: MadeWebhookSecretSchema },
  'DELETE /administration/webhooks/:id/secrets/:secretId': {
    params: Type.Object({ id: IdSchema, secretId: IdSchema }, CLOSED),
    payload: EmptySchema,
  },
  'POST /administration/webhooks/:id/test': {
    params: WebhookParamsSchema,
    payload: Type.Object({ id: DeliveryIdSchema }),
  },
  'GET /administration/webhooks/:id/deliveries': {
    params: WebhookParamsSchema,
    query: ListQuerySchema,
    payload: Type.Array(WebhookDeliverySchema),
    additional: TotalRowsSchema,
  },
  'POST /administration/webhooks/:id/deliveries/:deliveryId/resend': {
    params: Type.Object({ id: IdSchema, deliveryId: DeliveryIdSchema }, CLOSED),
    payload: EmptySchema,
  },
} as const satisfies CallSchemas;
