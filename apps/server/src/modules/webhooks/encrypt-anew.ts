import { audit } from '../../platform/audit/audit.ts';
import { sealedAnew } from '../../platform/access/sealed-secret.ts';
import { tokenSecretsOf } from '../../platform/access/token-secrets.ts';
import type { Context } from '../../platform/context.ts';
import { lockSecrets, putSealed } from './queries.ts';

/**
 * Re-encrypts secrets of webhooks with the current TOKEN_SECRET if a former one encrypted them. Secrets that no
 * TOKEN_SECRET decrypts stay unchanged: their webhooks need new ones.
 */
export async function encryptWebhookSecretsAnew(context: Context): Promise<void> {
  const secrets = tokenSecretsOf(context.config);
  if (secrets.length === 1) return;
  await context.db.transaction().execute(async (tx) => {
    const written: number[] = [];
    for (const { id, sealed } of await lockSecrets(tx)) {
      const anew = sealedAnew(secrets, 'webhook', sealed);
      if (!Buffer.isBuffer(anew)) continue;
      await putSealed(tx, id, anew);
      written.push(id);
    }
    if (written.length === 0) return;
    const detail = { before: null, after: { encryptedAnew: written } };
    const subject = { subjectType: 'installation', subjectId: 'TOKEN_SECRET' } as const;
    await audit(tx, { user: null }, { operation: 'system.webhookSecrets', ...subject, detail });
  });
}
