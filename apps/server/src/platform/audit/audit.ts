import { type RawBuilder, sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { AuditSubject } from '@pimis/contract/audit';
import { keepSignatures, signRows } from './audit-signature.ts';
import type { Database, Tx } from '../database/database.ts';
import type { CurrentUser } from '../access/current-user.ts';

/**
 * Operations that are recorded although they change nothing that could be shown: sign-ins, refusals, papers, secrets.
 */
export const AUDIT_EVENTS = [
  'access.denied',
  'session.open',
  'session.refused',
  'session.reuse',
  'session.signOut',
  'user.password',
  'user.sendActivation',
] as const;
type AuditEvent = (typeof AUDIT_EVENTS)[number] | `export.${string}`;

/** The state before and after a change; null if there was or is nothing. */
export interface Change extends Record<string, unknown> {
  before: unknown;
  after: unknown;
}

export type AuditEntry = {
  subjectType: AuditSubject;
  subjectId: string | number;
  organizationId?: string | null;
} & ({ operation: AuditEvent; detail?: Record<string, unknown> } | { operation: string; detail: Change });

/** The origin of a change: the user or the system, and the request. */
export interface AuditOrigin {
  user: Pick<CurrentUser, 'id' | 'login'> | null;
  requestId?: string;
  address?: string;
}

export function originOf(request: FastifyRequest): AuditOrigin {
  return { user: request.currentUser, requestId: request.id, address: request.ip };
}

/** Writes the audit row in the transaction of the change. Error: that of the database, so the change fails too. */
export async function audit(tx: Database | Tx, origin: AuditOrigin, entry: AuditEntry): Promise<void> {
  await auditAll(tx, origin, [entry]);
}

/** The same for several changes of one call. */
export async function auditAll(db: Database | Tx, origin: AuditOrigin, entries: readonly AuditEntry[]): Promise<void> {
  if (!isTransaction(db)) return db.transaction().execute((tx) => auditAll(tx, origin, entries));
  const written = await db
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        user_id: origin.user?.id ?? null,
        login: origin.user?.login ?? null,
        operation: entry.operation,
        subject_type: entry.subjectType,
        subject_id: String(entry.subjectId),
        organization_id: entry.organizationId ?? null,
        detail: JSON.stringify(entry.detail ?? {}),
        request_id: origin.requestId ?? null,
        address: origin.address ?? null,
      })),
    )
    .returning([sql<string>`id::text`.as('id'), sql<string>`audit_text(audit_log)`.as('text')])
    .execute();
  await keepSignatures(db, written);
}

const isTransaction = (db: Database | Tx): db is Tx => db.isTransaction;

/**
 * Writes many rows with one statement. `from` is the SQL that follows the values; `before` is a `with` clause for the
 * whole statement.
 */
export async function auditEach(
  tx: Tx,
  origin: AuditOrigin,
  entry: {
    before: RawBuilder<unknown>;
    operation: RawBuilder<unknown>;
    subjectType: AuditSubject;
    subjectId: RawBuilder<unknown>;
    detail: RawBuilder<unknown>;
    from: RawBuilder<unknown>;
  },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    ${entry.before}
    insert into audit_log (user_id, login, operation, subject_type, subject_id, detail, request_id, address)
    select ${origin.user?.id ?? null}, ${origin.user?.login ?? null}, ${entry.operation}, ${entry.subjectType},
           ${entry.subjectId}, ${entry.detail}, ${origin.requestId ?? null}, ${origin.address ?? null}
    ${entry.from}
    returning audit_log.id::text as id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await signRows(tx, ids);
}
