import type { Aftermath } from '../backup/after-restore.ts';
import type { LeftOut } from '../backup/left-out.ts';
import type { Secrets } from '../backup/secrets.ts';
import { Refused } from '../platform/process/refused.ts';
import { counted } from '../platform/process/counted.ts';

/** Says what the restore has ended, and which accounts to review. */
export function printAftermath({ sessions, links, gap, accounts }: Aftermath): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(
    `${counted(sessions, 'session')} and ${counted(links, 'link')} of mails were ended; numbers go on ${gap} further`,
  );
  if (accounts.length === 0) return;
  say('Accounts that changed within a week before; later changes are lost, so review them:');
  for (const { login, operation, at } of accounts) say(`  ${at.toISOString()}  ${operation.padEnd(24)}${login}`);
}

/** Names the documents without their contents. */
export function printLeftOut(leftOut: readonly LeftOut[]): void {
  for (const { key, project, name, revision } of leftOut) {
    process.stderr.write(`Without its content: ${project}, ${name}, revision ${revision} (${key})\n`);
  }
}

/**
 * The settings of this process with restored secrets: reading them would make new ones otherwise. Error: Refused if the
 * settings have other secrets than the installation; a copy has its own.
 */
export function environmentOf(secrets: Secrets, isCopy: boolean): Record<string, string | undefined> {
  const { tokenSecret, auditSecret, formerTokenSecrets, formerAuditSecrets } = secrets;
  const own = { TOKEN_SECRET: tokenSecret, AUDIT_SECRET: auditSecret };
  for (const [name, secret] of isCopy ? [] : Object.entries(own)) {
    if (process.env[name] && process.env[name] !== secret) {
      throw new Refused(`${name} is not that of the backup: unset it, or set it to what it was.`);
    }
  }
  return {
    ...process.env,
    ...own,
    TOKEN_SECRET_FORMER: formerTokenSecrets?.join(','),
    AUDIT_SECRET_FORMER: formerAuditSecrets?.join(','),
  };
}
