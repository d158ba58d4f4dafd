import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Clients } from './Clients.tsx';
import { Webhooks } from './Webhooks.tsx';
import './connections.css';

/** Other systems that are connected: each kind of connection is a section of its own. */
export function ConnectionsPage() {
  const { t, status } = useText();
  const user = useUser();
  if (!can(user, 'client.view')) return <Empty page title={status('Forbidden')} />;
  return (
    <>
      <div className="page-head">
        <h1>{t('connections.title')}</h1>
      </div>
      <Clients />
      <Webhooks />
    </>
  );
}
