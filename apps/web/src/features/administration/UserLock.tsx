import { Button } from '@mantine/core';
import type { Lock } from '@pimis/contract/users';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Chip } from '../../ui/StatusChip.tsx';
import { type StatusDialogProps, useChange } from './StatusDialogs.tsx';

/** Stands beside the status of a user who cannot sign in, or confirm, at the moment. */
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
export function UnlockDialog({ user, onClose }: StatusDialogProps) {
  const { t, data } = useText();
  const { busy, run } = useChange(onClose);
  const unlock = () =>
    run(
      () => call('POST /security/users/:login/unlock', { params: { login: user.login } }),
      t('administration.users.unlockDone'),
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('administration.users.unlock')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void unlock()}>
            {t('administration.users.unlock')}
          </Button>
        </>
      }
    >
      <p>{t('administration.users.unlockText', { name: data(user.name) })}</p>
    </Dialog>
  );
}
