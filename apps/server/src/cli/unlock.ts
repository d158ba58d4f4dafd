import { type Unlocked, unlockAccount } from '../modules/identity/users/unlock.ts';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';

function summaryOf({ login, lock, secondFactor, passkeys, access, activation, notified }: Unlocked): string {
  const lifted = [
    ...(lock ? ['the lock after wrong passwords or codes'] : []),
    ...(secondFactor ? ['the second step of the sign-in'] : []),
    ...(passkeys > 0 ? [`passkeys (${passkeys})`] : []),
    ...(access ? ['the revoked access'] : []),
  ];
  const lines = [
    ...(lifted.length > 0 ? [`${login}: lifted ${lifted.join(', ')}.`] : []),
    ...(activation ? [`${login} is not activated yet: the link is sent again.`] : []),
  ];
  if (lines.length === 0)
    return `${login}: there is nothing to lift. The password is reset on the page of the sign-in.`;
  return [...lines, `Administrators who are notified by mail, when the server runs: ${notified}.`].join('\n');
}

/** `pimis unlock LOGIN`: unlocks an account that no administrator can unlock. */
export async function run({ words: [login = ''] }: Call): Promise<void> {
  const { context, close } = await openInstallation();
  try {
    process.stdout.write(`${summaryOf(await unlockAccount(context, login))}\n`);
  } finally {
    await close();
  }
}
