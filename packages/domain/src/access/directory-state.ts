/** How the directory knows a login. */
export type DirectoryState = 'present' | 'disabled' | 'absent';

/**
 * The attributes that mark a disabled account: of Active Directory, 389 and FreeIPA, OpenLDAP, and of Unix accounts.
 */
export const DISABLING_ATTRIBUTES = [
  'userAccountControl',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'shadowExpire',
] as const;

const ACCOUNT_DISABLE = 2;
/** OpenLDAP's moment for an account that is locked until somebody unlocks it (draft-behera-ldap-password-policy). */
const LOCKED_FOR_GOOD = '000001010000Z';
const DAY_MS = 86_400_000;

/** Returns whether the attributes of an entry, by their names above, say that it is disabled at a moment. */
export function isDisabledEntry(
  entry: Readonly<Partial<Record<(typeof DISABLING_ATTRIBUTES)[number], string>>>,
  now: Date,
): boolean {
  const expires = Number(entry.shadowExpire ?? '');
  return (
    (Number(entry.userAccountControl ?? 0) & ACCOUNT_DISABLE) !== 0 ||
    entry.nsAccountLock?.toLowerCase() === 'true' ||
    entry.pwdAccountLockedTime === LOCKED_FOR_GOOD ||
    (expires > 0 && expires * DAY_MS <= now.getTime())
  );
}

const FEW = 3;

/**
 * Returns whether so many of the checked accounts are gone that the directory or a setting must be wrong. In this case
 * nobody is reported or locked.
 */
export const isUnlikely = (gone: number, all: number): boolean => gone > FEW && gone * 2 > all;
