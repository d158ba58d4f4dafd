import type { Lock } from '@pimis/contract/users';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Chip } from '../../ui/StatusChip.tsx';
import { ChangeDialog, type StatusDialogProps } from './StatusDialogs.tsx';

/** Shows that a user cannot sign in, or confirm, at the moment. */
export function LockedChip({ large }: { large?: boolean }) {
  const { t } = useText();
  return <Chip family="stopped" text={t('administration.users.locked')} {...(large ? { large } : {})} />;
}

/** Why a user is locked, and until when. */
export function Locks({ locks }: { locks: readonly Lock[] }) {
  const { t, instant } = useText();
  return locks.map(({ reason, until }) => (
    <div key={reason + until}>{t(`administration.users.lockedUntil.${reason}`, { until: instant(until) })}</div>
  ));
}

/** Lifts the lock of a user before it ends by itself. */
export function UnlockDialog(props: StatusDialogProps) {
  const { t, data } = useText();
  const params = { login: props.user.login };
  return (
    <ChangeDialog
      {...props}
      title={t('administration.users.unlock')}
      question={t('administration.users.unlockText', { name: data(props.user.name) })}
      change={() => call('POST /security/users/:login/unlock', { params })}
      message={t('administration.users.unlockDone')}
    />
  );
}
