import { audit } from '../../../platform/audit/audit.ts';
import { tokenSecretsOf } from '../../../platform/access/token-secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { lockSecondFactorsAfter, putSealed } from './second-factor-queries.ts';
import { encryptedAnew } from './totp.ts';

const AT_ONCE = 200;

/**
 * Encrypts second factors again with the present TOKEN_SECRET if a former one was used, in batches, each with an audit
 * row. Returns how many no secret could decrypt: their owners have to set up a new one.
 */
export async function encryptSecondFactorsAnew(context: Context): Promise<{ changed: number; unreadable: number }> {
  const secrets = tokenSecretsOf(context.config);
  let changed = 0;
  let unreadable = 0;
  if (secrets.length === 1) return { changed, unreadable };
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await context.db.transaction().execute(async (tx) => {
      const rows = await lockSecondFactorsAfter(tx, from, AT_ONCE);
      const written: number[] = [];
      for (const { user_id: userId, secret, pending } of rows) {
        const anew = {
          secret: secret && encryptedAnew(secrets, secret),
          pending: pending && encryptedAnew(secrets, pending),
        };
        if (anew.secret === 'unreadable' || anew.pending === 'unreadable') unreadable += 1;
        const set = {
          ...(Buffer.isBuffer(anew.secret) ? { secret: anew.secret } : {}),
          ...(Buffer.isBuffer(anew.pending) ? { pending: anew.pending } : {}),
        };
        if (Object.keys(set).length === 0) continue;
        await putSealed(tx, userId, set);
        written.push(userId);
      }
      changed += written.length;
      if (written.length > 0) {
        await audit(
          tx,
          { user: null },
          {
            operation: 'system.secondFactors',
            subjectType: 'installation',
            subjectId: 'TOKEN_SECRET',
            detail: { before: null, after: { encryptedAnew: written } },
          },
        );
      }
      return rows.length < AT_ONCE ? null : (rows.at(-1)?.user_id ?? null);
    });
  }
  const log = unreadable > 0 ? 'warn' : 'info';
  context.log[log]({ changed, unreadable }, 'second factors were encrypted with the present TOKEN_SECRET');
  return { changed, unreadable };
}
