import { useText } from '../../i18n/use-text.ts';
import { Chip } from '../../ui/StatusChip.tsx';

const FAMILIES = { 1: 'approved', 2: 'waiting', 3: 'stopped', 4: 'stopped' } as const;

/** Status of a user: active, inactive, revoked, disabled (specification, "User details"). */
export function UserStatus({ status, large }: { status: keyof typeof FAMILIES; large?: boolean }) {
  const { t } = useText();
  return (
    <Chip family={FAMILIES[status]} text={t(`administration.users.statuses.${status}`)} {...(large ? { large } : {})} />
  );
}
