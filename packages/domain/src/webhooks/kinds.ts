/*
 * Webhooks send events of projects to other systems (docs/decisions/0304-webhooks.md). Data have codes, numbers
 * and addresses only: the receiver reads the rest by calls, with rights of its own.
 */

interface WebhookKindRecord {
  /** The type of CloudEvents. */
  type: string;
  /** The data of the event besides those of the project. */
  fields: readonly string[];
  /** The address of what has happened, below that of the project; null: the project itself. */
  path: ((data: Readonly<Record<string, unknown>>) => string) | null;
}

const STEP_FIELDS = [
  'step',
  'activity',
  'phase',
  'previousStatus',
  'status',
  'projectPhase',
  'projectPhaseStatus',
  'projectStatus',
] as const;

/** The kinds of events that a webhook can ask for. */
export const WEBHOOK_KINDS = {
  step: { type: 'rs.pimis.project.step', fields: STEP_FIELDS, path: () => '/activities' },
  decision: { type: 'rs.pimis.project.decision', fields: STEP_FIELDS, path: () => '/activities' },
  'form.approved': {
    type: 'rs.pimis.project.form.approved',
    fields: ['form', 'formCode', 'revision', 'phase'],
    path: ({ form }) => `/forms/${Number(form)}`,
  },
  'document.added': {
    type: 'rs.pimis.project.document.added',
    fields: ['document', 'revision'],
    path: ({ document }) => `/documents/${Number(document)}/revisions`,
  },
  'publication.changed': { type: 'rs.pimis.project.publication.changed', fields: ['public'], path: null },
} as const satisfies Record<string, WebhookKindRecord>;

export type WebhookKind = keyof typeof WEBHOOK_KINDS;
export const WEBHOOK_KIND_NAMES = Object.keys(WEBHOOK_KINDS) as WebhookKind[];

/** The event by which an administrator tries a webhook; nobody asks for it. */
export const TEST_KIND = 'test';
const TEST_TYPE = 'rs.pimis.webhook.test';
export type DeliveryKind = WebhookKind | typeof TEST_KIND;

/** An event as the outbox has it. */
export interface WebhookEvent {
  /** The same in every attempt, so that the receiver recognizes an event that it already has. */
  id: string;
  kind: DeliveryKind;
  /** ISO instant. */
  at: string;
  /** Null for a test. */
  project: { code: string; number: string } | null;
  data: Readonly<Record<string, unknown>>;
}

/**
 * The body of a delivery: CloudEvents 1.0 in JSON, structured. `publicUrl` is the address of the installation, without
 * a slash at its end. Data that the kind does not name are left out.
 */
export function webhookBody({ id, kind, at, project, data }: WebhookEvent, publicUrl: string): string {
  const base = { specversion: '1.0', id, source: publicUrl };
  const rest = { time: at, datacontenttype: 'application/json' };
  if (kind === TEST_KIND || project === null) return JSON.stringify({ ...base, type: TEST_TYPE, ...rest, data: {} });
  const { type, fields, path }: WebhookKindRecord = WEBHOOK_KINDS[kind];
  // JSON leaves out absent values.
  const told = fields.map((name) => [name, data[name]] as const);
  const address = `${publicUrl}/api/projects/${encodeURIComponent(project.code)}`;
  return JSON.stringify({
    ...base,
    type,
    subject: project.code,
    ...rest,
    data: {
      project: project.code,
      number: project.number,
      ...Object.fromEntries(told),
      address: path === null ? address : address + path(data),
      projectAddress: address,
    },
  });
}

/** The text that is signed (Standard Webhooks 1.0); `seconds` is the time of the attempt since 1970. */
export const signedText = (id: string, seconds: number, body: string): string => `${id}.${seconds}.${body}`;
