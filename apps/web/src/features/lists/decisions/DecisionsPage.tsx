import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '@pimis/domain/access/policies';
import { LISTS, listInfo } from '@pimis/domain/workflow/lists';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useAddress } from '../../../ui/address.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { IconDownload } from '../../../ui/icons.ts';
import { notifyFailure } from '../../../ui/notify.tsx';
import { NotFoundPage } from '../../../ui/Pages.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { type DecisionSource, decisionsQuery, savePaper } from './api.ts';
import { DecisionTable } from './DecisionTable.tsx';
import '../../projects/project.css';

function Paper({ list }: { list: DecisionSource | null }) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await savePaper(list, text.paper);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={busy}
      onClick={() => void save()}
      style={{ marginLeft: 'auto' }}
    >
      {text.t('lists.summaries.paper')}
    </Button>
  );
}

/** The table with its head, which links back to the list if there is one. */
function Decisions({ list, mayDecide }: { list: DecisionSource | null; mayDecide: boolean }) {
  const { t, pair, data } = useText();
  const { data: found, error, refetch } = useQuery(decisionsQuery(list));
  const title = t('lists.summaries.title');
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            {title} {found && <span className="count">{found.rows.length}</span>}
          </h1>
          {list && (
            <Link
              to="/project-lists/$listType/$listName"
              params={{ listType: String(list.type), listName: list.name }}
              className="second"
            >
              {pair(listInfo(list.type).title)} {data(list.name)}
            </Link>
          )}
        </div>
        {found && found.rows.length > 0 && <Paper list={list} />}
      </div>
      {!found && !error && <Waiting />}
      {!found && error && <Failed error={error} onRetry={() => void refetch()} />}
      {found?.rows.length === 0 && (
        <Empty page title={t('lists.summaries.none')} hint={t('lists.summaries.noneHint')} />
      )}
      {found && found.rows.length > 0 && (
        <DecisionTable rows={found.rows} caption={title} list={list} mayDecide={mayDecide} />
      )}
      {found?.more && <p className="second">{t('lists.summaries.more', { count: found.rows.length })}</p>}
    </>
  );
}

/** Projects that await a decision of the signed-in user. */
export function DecisionsPage() {
  const { t } = useText();
  const user = useUser();
  if (!can(user, 'project.view'))
    return <Empty page title={t('lists.summaries.none')} hint={t('lists.summaries.noneHint')} />;
  return <Decisions list={null} mayDecide />;
}

/** The projects of a list of the commission. */
export function ListDecisionsPage() {
  const { listType, listName } = useAddress();
  const { t } = useText();
  const user = useUser();
  const type = LISTS.find((list) => String(list.type) === listType)?.type;
  if (type === undefined || listName === undefined) return <NotFoundPage />;
  if (!can(user, 'list.view')) return <Empty page title={t('lists.noRight')} hint={t('lists.noRightHint')} />;
  return <Decisions list={{ type, name: listName }} mayDecide={can(user, 'list.manage')} />;
}
