import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AttentionReason } from '@pimis/contract/health';
import { can } from '@pimis/domain/access/policies';
import { ApiFailure, callQuietly } from '../api/client.ts';
import type { SessionUser } from '../api/session-store.ts';
import { useText } from '../i18n/use-text.ts';
import { IconPlugConnectedX } from '../ui/icons.ts';

const SERVICE_UNAVAILABLE = 503;
const REFETCH_MS = 5 * 60_000;

/** Reasons why an administrator is needed. A 503 means that the server has no database. */
async function readReasons(): Promise<AttentionReason[]> {
  try {
    return (await callQuietly('GET /administration/health/attention')).payload.reasons;
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.httpStatus === SERVICE_UNAVAILABLE) return ['database'];
    throw failure;
  }
}

/** A bar for administrators when a part of the installation, a job or a mail needs them. */
export function Attention({ user }: { user: SessionUser }) {
  const { t } = useText();
  const { data: reasons = [] } = useQuery({
    queryKey: ['health', 'attention'],
    queryFn: readReasons,
    enabled: can(user, 'system.watch'),
    refetchInterval: REFETCH_MS,
    staleTime: REFETCH_MS,
    meta: { quiet: true },
  });
  if (reasons.length === 0) return null;
  return (
    <p className="shell-bar" role="status" data-kind="lost">
      <IconPlugConnectedX size={16} stroke={1.7} aria-hidden />
      <span>
        <strong>{t('daily.attention.needed')}</strong>{' '}
        {reasons.map((reason) => t(`daily.attention.reasons.${reason}`)).join(', ')}
      </span>
      <Link to="/administration/health">{t('daily.attention.show')}</Link>
    </p>
  );
}
