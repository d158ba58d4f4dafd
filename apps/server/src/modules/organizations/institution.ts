import { ADMINISTRATION_ORGANIZATION } from '@pimis/domain/constants';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { institutionName } from '../../platform/documents/pdf/page-header.ts';
import { lockOrganization, writeName } from './queries.ts';

/** The name of the ministry, which heads lists and other papers of the system. */
export const institutionAsSet = (tx: Tx): Promise<string> => institutionName(tx);

/** Gives the ministry another name, in the caller's transaction: governments rename ministries. */
export async function renameInstitution(tx: Tx, name: string, origin: AuditOrigin): Promise<void> {
  const id = ADMINISTRATION_ORGANIZATION;
  const found = await lockOrganization(tx, id);
  const after = { name: trimmed(name) };
  await writeName(tx, id, after.name);
  await audit(tx, origin, {
    operation: 'organization.update',
    subjectType: 'organization',
    subjectId: id,
    organizationId: id,
    detail: { before: { name: found?.name ?? null }, after },
  });
}
