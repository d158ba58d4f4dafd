import { Button, Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RegistryChange } from '@pimis/contract/registries';
import type { Registry } from '@pimis/domain/registries/types';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField, isDayOrNone } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { changesQuery, rowQuery } from './api.ts';
import { RowEditDialog } from './RowEditDialog.tsx';
import { RowValues } from './RowValues.tsx';
import { formatValue, importerText, rowTitle } from './format-value.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';

const OPERATIONS = {
  'registry.create': 'created',
  'registry.update': 'changed',
  'registry.end': 'ended',
} as const;

function Change({ registry, change }: { registry: Registry; change: RegistryChange }) {
  const text = useText();
  const { t, data, instant, pair } = text;
  const before = change.before ?? {};
  const differing = registry.columns.filter(
    ({ name }) => change.before === null || before[name] !== change.after[name],
  );
  return (
    <li className="registry-change">
      <p>
        <span className="strong">{t(`registries.history.${OPERATIONS[change.operation]}`)}</span>{' '}
        <span className="meta">
          {instant(change.at)}
          {change.user && ` · ${data(change.user)}`}
          {change.imported && ` · ${t('registries.history.imported')}`}
        </span>
      </p>
      <ul>
        {differing
          .filter(({ name }) => (change.after[name] ?? null) !== (before[name] ?? null))
          .map((column) => (
            <li key={column.name}>
              {pair(column.label)}:{' '}
              {change.before !== null && <del>{formatValue(column, before[column.name], text)}</del>}{' '}
              <ins>{formatValue(column, change.after[column.name], text)}</ins>
            </li>
          ))}
      </ul>
    </li>
  );
}

function History({ registry, id }: { registry: Registry; id: string }) {
  const { t } = useText();
  const { data, error, refetch } = useQuery(changesQuery(registry.code, id));
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="meta">{t('common.loading')}</p>;
  if (data.length === 0) return <Empty title={t('registries.history.none')} />;
  return (
    <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {data.map((change) => (
        <Change key={`${change.at}${change.operation}`} registry={registry} change={change} />
      ))}
    </ul>
  );
}

/** A row, valid or ended, with its history; users who may can change or end it. */
export function RowDialog({ registry, id, onClose }: { registry: Registry; id: string; onClose: () => void }) {
  const text = useText();
  const { t, pair } = text;
  const client = useQueryClient();
  const { data: found, error, refetch } = useQuery(rowQuery(registry.code, id));
  const [editing, setEditing] = useState(false);
  const [ending, setEnding] = useState(false);
  const [lastDay, setLastDay] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (editing && found) {
    const existing = { row: found.row, revision: found.details.revision };
    return <RowEditDialog registry={registry} existing={existing} onClose={() => setEditing(false)} />;
  }
  const end = async () => {
    if (!isDayOrNone(lastDay)) return;
    setBusy(true);
    try {
      await call('DELETE /registry/:registry/:id', {
        params: { registry: registry.code, id },
        query: lastDay ? { validTo: lastDay } : {},
      });
      notifySuccess(t('registries.endedDone'));
      setEnding(false);
    } catch (failure) {
      notifyFailure(failure, text, undefined, importerText(failure, text));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['registry', registry.code] });
    }
  };
  const canWrite = found?.details.canWrite === true;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={found ? rowTitle(registry, found.row, text) : pair(registry.title)}
      width="compare"
      footer={
        canWrite && (
          <>
            {ending && (
              <>
                <div style={{ flex: '1 1 220px' }} inert={busy}>
                  <DateField label={t('registries.lastDay')} value={lastDay} onChange={setLastDay} />
                </div>
                <Button variant="default" onClick={() => setEnding(false)}>
                  {t('common.cancel')}
                </Button>
              </>
            )}
            <Button variant="default" onClick={() => (ending ? void end() : setEnding(true))} loading={busy}>
              {t(ending ? 'registries.endConfirm' : 'registries.end')}
            </Button>
            {!ending && <Button onClick={() => setEditing(true)}>{t('registries.change')}</Button>}
          </>
        )
      }
    >
      {error && !found && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !found && <Waiting />}
      {found && (
        <Tabs defaultValue="row" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="row">{t('registries.row')}</Tabs.Tab>
            <Tabs.Tab value="history">{t('registries.history.title')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="row" pt={12}>
            <RowValues registry={registry} row={found.row} names={found.details.names} />
          </Tabs.Panel>
          <Tabs.Panel value="history" pt={12}>
            <History registry={registry} id={id} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Dialog>
  );
}
