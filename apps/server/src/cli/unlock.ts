import { type Unlocked, unlockAccount } from '../modules/identity/users/unlock.ts';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';

function summaryOf(unlocked: Unlocked): string {
  const { login, lock, secondFactor, passkeys, links, access, activation, notified } = unlocked;
  const linked = links.providers.join(', ');
  const lifted = [
    ...(lock ? ['the lock after wrong passwords or codes'] : []),
    ...(secondFactor ? ['the second step of the sign-in'] : []),
    ...(passkeys > 0 ? [`passkeys (${passkeys})`] : []),
    ...(links.removed && linked !== '' ? [`links with providers (${linked})`] : []),
    ...(access ? ['the revoked access'] : []),
  ];
  const lines = [
    ...(lifted.length > 0 ? [`${login}: lifted ${lifted.join(', ')}.`] : []),
    ...(activation ? [`${login} is not activated yet: the link is sent again.`] : []),
  ];
  const kept =
    links.removed || linked === ''
      ? []
      : [`${login} may also sign in by ${linked}; --unlink removes this, if the account there is not theirs any more.`];
  if (lines.length === 0) {
    return [`${login}: there is nothing to lift. The password is reset on the page of the sign-in.`, ...kept].join(
      '\n',
    );
  }
  return [...lines, ...kept, `Administrators who are notified by mail, when the server runs: ${notified}.`].join('\n');
}

/** `pimis unlock LOGIN [--unlink]`: unlocks an account that no administrator can unlock. */
export async function run({ words: [login = ''], options }: Call): Promise<void> {
  const { context, close } = await openInstallation();
  try {
    process.stdout.write(`${summaryOf(await unlockAccount(context, login, options.unlink === true))}\n`);
  } finally {
    await close();
  }
}
