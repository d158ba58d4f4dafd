import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { encryptRestoredSecondFactors, replaceAddressesOfPeople } from '../modules/identity/restored-access.ts';
import { silenceRestoredWebhooks } from '../modules/webhooks/restored-webhooks.ts';
import { replaceAddressesOfBodies } from '../modules/organizations/restored-addresses.ts';
import { markCopy } from '../platform/process/installation-copy.ts';
import { Refused } from '../platform/process/refused.ts';
import type { Secrets } from './secrets.ts';

/*
 * A copy of an installation for trials: it writes to nobody, makes no backups, and signs nothing that the installation
 * would accept.
 */

const SECRET_BYTES = 48;
/** A name that no resolver knows (RFC 2606). */
const NOWHERE = 'copy.invalid';

/**
 * The secrets of a copy: those of its settings, or new ones. Former secrets of tokens are left out; those of the audit
 * log stay, because its rows are verified with them. Error: Refused if the settings have those of the installation.
 */
export function secretsOfCopy(of: Secrets, env: Record<string, string | undefined>): Secrets {
  const made = (name: string, former: readonly string[]) => {
    const given = env[name] || undefined;
    if (given !== undefined && former.includes(given)) {
      throw new Refused(`${name} is that of the installation: a copy needs another one. Unset it to have one made.`);
    }
    return given ?? randomBytes(SECRET_BYTES).toString('base64url');
  };
  const all = [of.tokenSecret, of.auditSecret, ...(of.formerTokenSecrets ?? []), ...(of.formerAuditSecrets ?? [])];
  return {
    tokenSecret: made('TOKEN_SECRET', all),
    auditSecret: made('AUDIT_SECRET', all),
    formerAuditSecrets: [of.auditSecret, ...(of.formerAuditSecrets ?? [])],
  };
}

/**
 * Turns restored rows into those of a copy: no mails and jobs wait, addresses reach nobody, webhooks are off, second
 * factors belong to the copy's secret, and the marks of the installation are gone. Errors: those of the database.
 */
export async function makeCopy(
  client: pg.Client,
  { at, was, is }: { at: string; was: Secrets; is: Secrets },
): Promise<void> {
  await client.query('delete from graphile_worker._private_jobs');
  await replaceAddressesOfPeople(client, NOWHERE);
  await replaceAddressesOfBodies(client, NOWHERE);
  await silenceRestoredWebhooks(client);
  await markCopy(client, at);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const former = [was.tokenSecret, ...(was.formerTokenSecrets ?? [])].map(bytes);
  await encryptRestoredSecondFactors(client, [bytes(is.tokenSecret), ...former]);
}
