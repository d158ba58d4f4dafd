import { sql } from 'kysely';
import type { LinkedDocument, SecuredLink } from '@pimis/contract/documents';
import { type AuditOrigin, audit, type Change } from '../../../platform/audit/audit.ts';
import { tokenSecretsOf } from '../../../platform/access/token-secrets.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { isDay } from '@pimis/domain/dates/dates';
import { findProject } from '../../projects/visibility.ts';
import { readLinkToken } from './link-tokens.ts';
import { linkedRevision, rememberDownload, revisionsOf, type StoredRevision } from '../revisions/revision-queries.ts';
import { requireClean } from '../content/scanning.ts';
import { projectToChange } from '../changing.ts';

/** Changes the link of a revision; the user must be able to change documents of the project. */
async function changeLink(
  context: Context,
  user: CurrentUser,
  place: { projectCode: string; documentId: number },
  which: (revision: StoredRevision) => boolean,
  origin: AuditOrigin,
  change: (tx: Tx, revision: StoredRevision) => Promise<{ operation: string; detail: Change }>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await projectToChange(tx, user, place.projectCode, { lock: true });
    const revision = (await revisionsOf(tx, project.id, place.documentId)).find(which);
    if (!revision) throw new ApiError('NotFound');
    const { operation, detail } = await change(tx, revision);
    await audit(tx, origin, {
      operation,
      subjectType: 'document',
      subjectId: place.documentId,
      organizationId: project.organizationId,
      detail: { project: project.code, revision: revision.revision, ...detail },
    });
  });
}

/** Sets whether the link of a revision requires a sign-in. */
export function secureLink(
  context: Context,
  user: CurrentUser,
  { revision: number, secureLink: secure, ...place }: SecurityParams,
  origin: AuditOrigin,
): Promise<void> {
  const named = ({ revision }: StoredRevision) => revision === number;
  return changeLink(context, user, place, named, origin, async (tx, revision) => {
    await tx.updateTable('document_revisions').set({ secure_link: secure }).where('id', '=', revision.id).execute();
    return {
      operation: 'document.link.security',
      detail: { before: { secureLink: revision.secureLink }, after: { secureLink: secure } },
    };
  });
}

interface SecurityParams {
  projectCode: string;
  documentId: number;
  revision: number;
  secureLink: boolean;
}

interface RevisionParams {
  projectCode: string;
  documentId: number;
  revisionId: number;
}

/** Sets the last day of the link; null: no end. Error: ValidationError. */
export function expireLink(
  context: Context,
  user: CurrentUser,
  { revisionId, ...place }: RevisionParams,
  expiresOn: string | null,
  origin: AuditOrigin,
): Promise<void> {
  if (expiresOn !== null && (!isDay(expiresOn) || expiresOn < today(context))) {
    throw invalidFields({ expiresOn: 'InvalidField' });
  }
  const named = ({ id }: StoredRevision) => id === revisionId;
  return changeLink(context, user, place, named, origin, async (tx, revision) => {
    const changes = { link_expires_on: expiresOn };
    await tx.updateTable('document_revisions').set(changes).where('id', '=', revision.id).execute();
    return {
      operation: 'document.link.expiry',
      detail: { before: { expiresOn: revision.linkExpiresOn }, after: { expiresOn } },
    };
  });
}

/**
 * Revokes the link. The next one is different, and secured until it is made public. It keeps its last day unless that
 * has passed; its count starts at zero.
 */
export function revokeLink(
  context: Context,
  user: CurrentUser,
  { revisionId, ...place }: RevisionParams,
  origin: AuditOrigin,
): Promise<void> {
  const named = ({ id }: StoredRevision) => id === revisionId;
  return changeLink(context, user, place, named, origin, async (tx, revision) => {
    const { secureLink, linkOpened: opened, linkExpiresOn: expiresOn } = revision;
    const expiry = expiresOn !== null && expiresOn >= today(context) ? expiresOn : null;
    await tx
      .updateTable('document_revisions')
      .set({ link_id: sql`gen_random_uuid()`, secure_link: true, link_expires_on: expiry, link_opened: 0 })
      .where('id', '=', revision.id)
      .execute();
    return {
      operation: 'document.link.revoke',
      detail: { before: { secureLink, opened, expiresOn }, after: { secureLink: true, opened: 0, expiresOn: expiry } },
    };
  });
}

/**
 * The revision of a link. If the project is withheld from the public, anonymous callers get the answer of an unknown
 * link, and others that of a secured one.
 */
async function resolve(context: Context, user: CurrentUser | null, token: string) {
  const link = readLinkToken(tokenSecretsOf(context.config), token);
  const revision = link && (await linkedRevision(context.db, link, today(context)));
  // Unknown, revoked, expired or withheld: the answer is the same.
  if (!revision || (revision.withheld && !user)) throw new ApiError('InvalidDocumentLink');
  const { withheld, ...rest } = revision;
  return { ...rest, secureLink: rest.secureLink || withheld };
}

/**
 * The target of a link. A secured link reveals only that it is secured, except to users who may open the document.
 * Errors: InvalidDocumentLink; NotFound for a signed-in user who does not see the project.
 */
export async function resolveLink(
  context: Context,
  user: CurrentUser | null,
  token: string,
): Promise<LinkedDocument | SecuredLink> {
  const { storageKey: _, scan: __, hash: ___, ...linked } = await resolve(context, user, token);
  if (!linked.secureLink) return linked;
  if (!user) return { secureLink: true };
  await findProject(context.db, user, linked.projectCode);
  return linked;
}

/** The content behind a public link. Errors: InvalidDocumentLink, RetrieveSecuredProjectDocumentAnonymously. */
export async function openLink(context: Context, token: string, counted: boolean) {
  const revision = await resolve(context, null, token);
  if (revision.secureLink) throw new ApiError('RetrieveSecuredProjectDocumentAnonymously');
  requireClean(revision.scan);
  if (counted) {
    await context.db.transaction().execute(async (tx) => {
      const opened = sql<number>`link_opened + 1`;
      await tx.updateTable('document_revisions').set({ link_opened: opened }).where('id', '=', revision.id).execute();
      await rememberDownload(tx, revision.id, null, context.now());
    });
  }
  return revision;
}
