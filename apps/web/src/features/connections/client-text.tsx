import { type ClientState, clientState } from '@pimis/domain/access/clients';
import type { StatusFamily } from '@pimis/domain/workflow/statuses';
import type { ClientRow } from '@pimis/contract/clients';
import { useText } from '../../i18n/use-text.ts';
import { Chip } from '../../ui/StatusChip.tsx';

const FAMILIES: Readonly<Record<ClientState, StatusFamily>> = {
  active: 'approved',
  expiring: 'waiting',
  expired: 'paused',
  revoked: 'stopped',
};

export function ClientStateChip({ client, today, large }: { client: ClientRow; today: string; large?: boolean }) {
  const { t } = useText();
  // The day of the server is still to come.
  if (today === '') return null;
  const state = clientState({ expiresOn: client.expiresOn, revoked: client.revokedDate !== null }, today);
  return <Chip family={FAMILIES[state]} text={t(`connections.states.${state}`)} {...(large ? { large } : {})} />;
}
