import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { callQuietly } from '../api/client.ts';
import type { SessionUser } from '../api/session-store.ts';
import { useText } from '../i18n/use-text.ts';
import { IconPlugConnectedX } from '../ui/icons.ts';

const ASKED_AGAIN_MS = 5 * 60_000;

/** A bar for administrators when a job, mail or backup needs them. */
export function Attention({ user }: { user: SessionUser }) {
  const { t } = useText();
  const { data: isNeeded } = useQuery({
    queryKey: ['health', 'attention'],
    queryFn: async () => (await callQuietly('GET /administration/health/attention')).payload.needed,
    enabled: can(user, 'system.watch'),
    refetchInterval: ASKED_AGAIN_MS,
    staleTime: ASKED_AGAIN_MS,
    meta: { quiet: true },
  });
  if (!isNeeded) return null;
  return (
    <p className="shell-bar" role="status" data-kind="lost">
      <IconPlugConnectedX size={16} stroke={1.7} aria-hidden />
      <span>
        <strong>{t('daily.attention.needed')}</strong>
      </span>
      <Link to="/administration/health">{t('daily.attention.show')}</Link>
    </p>
  );
}
