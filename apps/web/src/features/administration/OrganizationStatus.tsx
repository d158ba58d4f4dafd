import { useText } from '../../i18n/use-text.ts';
import { Chip } from '../../ui/StatusChip.tsx';

export const ORGANIZATION_STATUSES = [1, 2, 3] as const;
const FAMILIES = { 1: 'waiting', 2: 'approved', 3: 'stopped' } as const;

/** Status of a registration: pending, approved, cancelled. */
export function OrganizationStatus({ status, large }: { status: number; large?: boolean }) {
  const { t } = useText();
  const known = ORGANIZATION_STATUSES.find((one) => one === status) ?? 1;
  return <Chip family={FAMILIES[known]} text={t(`organizations.statuses.${known}`)} {...(large ? { large } : {})} />;
}
