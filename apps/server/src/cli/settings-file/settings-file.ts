import { can } from '@pimis/domain/access/policies';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Claim } from '@pimis/domain/access/claims';
import { sql } from 'kysely';
import { lockRights } from '../../modules/identity/roles/rights.ts';
import { institutionAsSet, renameInstitution } from '../../modules/organizations/institution.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refused } from '../../platform/process/refused.ts';
import { changeLine, type Import, OPERATOR } from './changes.ts';
import { ceilingsAsSet, setCeilings } from './ceilings.ts';
import type { SettingsFile } from './file.ts';
import { noticesAsSet, setNotices } from './notices.ts';
import { rolesAsSet, setRoles } from './roles.ts';

/** Everything that people have set in the product, as of one moment. */
export function settingsOf(context: Context): Promise<Omit<SettingsFile, 'format'>> {
  return context.db.transaction().execute(async (tx) => ({
    ...(await rolesAsSet(tx)),
    ceilings: await ceilingsAsSet(tx),
    head: { institution: await institutionAsSet(tx) },
    notices: await noticesAsSet({ tx, context }),
  }));
}

async function setHead({ tx }: Import, head: SettingsFile['head']): Promise<string[]> {
  if (!head) return [];
  const line = changeLine('head', { institution: await institutionAsSet(tx) }, head);
  if (line === null) return [];
  await renameInstitution(tx, head.institution, OPERATOR);
  return [line];
}

async function accountOf(tx: Tx, login: string | undefined): Promise<Import['account']> {
  if (login === undefined) return null;
  const found = await tx
    .selectFrom('published.users as users')
    .select(['users.id', 'users.name', 'users.organization_id as organizationId'])
    .select(
      sql<Claim[]>`array(select claim from published.role_claims where role_claims.role_id = users.role_id)`.as(
        'claims',
      ),
    )
    .where('users.login', '=', login)
    .where('users.status', '=', USER_STATUS.active)
    .executeTakeFirst();
  if (!found) throw new Refused(`There is no active account ${login}.`);
  const user = { ...found, claims: new Set(found.claims) };
  if (!can(user, 'portfolio.ceilings')) throw new Refused(`${login} may not set ceilings.`);
  return { id: found.id, name: found.name };
}

/** Ends the transaction of a check without its changes. */
class OnlyChecked extends Error {}

/**
 * Changes the settings to those of a file, in one transaction with a row of the audit log for each change. With `check`
 * the same transaction is rolled back, so that the same files are refused. Returns a line for each change. Error:
 * Refused, with the place of the file.
 */
export async function importSettings(
  context: Context,
  file: SettingsFile,
  { check, account }: { check: boolean; account: string | undefined },
): Promise<string[]> {
  const lines: string[] = [];
  try {
    await context.db.transaction().execute(async (tx) => {
      await lockRights(tx);
      const call: Import = { context, tx, account: await accountOf(tx, account) };
      lines.push(
        ...(await setHead(call, file.head)),
        ...(await setRoles(call, file)),
        ...(await setNotices(call, file.notices)),
        ...(await setCeilings(call, file.ceilings)),
      );
      if (check) throw new OnlyChecked();
    });
  } catch (error) {
    if (!(error instanceof OnlyChecked)) throw error;
  }
  return lines;
}
