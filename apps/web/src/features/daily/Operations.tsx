import { ActionIcon, Button, Progress, RingProgress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { OperationRow } from '@pimis/contract/registries';
import { call, download, fileAddress } from '../../api/client.ts';
import { configurationQuery } from '../../api/common.ts';
import { listenToOperations } from '../../api/operation-events.ts';
import { isAwaited, POLL_MS, whenOperationStarts } from '../../api/operations.ts';
import { useSession } from '../../api/session.ts';
import type { MessagesOf } from '../../i18n/areas.ts';
import { hasText } from '../../i18n/i18n.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { HeaderPanel } from '../../ui/HeaderPanel.tsx';
import { IconDownload, IconX } from '../../ui/icons.ts';
import { notifyDone, notifyFailure, notifyWarning } from '../../ui/notify.tsx';
import { operationsQuery } from './api.ts';
import './daily.css';

type Kinds = MessagesOf<'daily'>['operations']['kinds'];

const runs = ({ state }: OperationRow) => state === 'waiting' || state === 'running';

/** The name of an operation: its file, otherwise its kind. */
function nameOf({ kind, fileName }: OperationRow, { t, data }: Text): string {
  const title = hasText(`daily.operations.kinds.${kind}`) ? t(`daily.operations.kinds.${kind as keyof Kinds}`) : kind;
  return fileName === null ? title : `${title}: ${data(fileName)}`;
}

const fetchResult = ({ id, fileName }: OperationRow) =>
  download(fileAddress('GET /operations/:id/result', { params: { id } }), fileName ?? id);

function Row({ row }: { row: OperationRow }) {
  const text = useText();
  const { t, instant, status } = text;
  const client = useQueryClient();
  const name = nameOf(row, text);
  const cancel = async () => {
    try {
      await call('DELETE /operations/:id', { params: { id: row.id } });
      await client.invalidateQueries({ queryKey: operationsQuery.queryKey });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  const save = () => fetchResult(row).catch((failure: unknown) => notifyFailure(failure, text));
  return (
    <li className="operation">
      <div>
        <p>{name}</p>
        {runs(row) ? (
          <Progress value={row.progress} aria-label={name} striped animated mt={4} mb={4} />
        ) : (
          <p className="meta">
            {t(`daily.operations.outcomes.${row.outcome ?? 'failed'}`)}
            {row.outcome === 'failed' && `: ${status(row.error ?? 'UnOperationFailed')}`} · {instant(row.createdDate)}
          </p>
        )}
      </div>
      {runs(row) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('daily.operations.cancel', { name })}
          onClick={() => void cancel()}
        >
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      )}
      {row.hasFile && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('daily.operations.save', { name })}
          onClick={() => void save()}
        >
          <IconDownload size={16} stroke={1.7} />
        </ActionIcon>
      )}
    </li>
  );
}

/** Reports operations that end while no caller waits for them. Operations that had ended before are not reported. */
function useNews(rows: readonly OperationRow[] | undefined): void {
  const text = useText();
  const { t } = text;
  const running = useRef(new Set<string>());
  const report = useEffectEvent((shown: readonly OperationRow[]) => {
    for (const row of shown) {
      if (runs(row)) running.current.add(row.id);
      else if (running.current.delete(row.id) && !isAwaited(row.id)) {
        const name = nameOf(row, text);
        if (row.hasFile) {
          const save = () => void fetchResult(row).catch((failure: unknown) => notifyFailure(failure, text));
          const words = t(`daily.operations.outcomes.${row.outcome ?? 'failed'}`);
          notifyDone(t('daily.operations.ended', { name, words }), { label: t('daily.operations.fetch'), run: save });
        } else if (row.state === 'failed' && row.error !== 'OperationCancelled' && row.kind !== 'registryImport') {
          notifyWarning(`${name}: ${text.status(row.error ?? 'UnOperationFailed')}`);
        }
      }
    }
  });
  useEffect(() => {
    if (rows) report(rows);
  }, [rows]);
}

/** While an operation runs, events of the stream show its progress; without a stream it is polled. */
function useProgress(running: boolean): void {
  const client = useQueryClient();
  const { data: configuration } = useQuery(configurationQuery);
  const hubRoot = configuration?.hubRoot;
  useEffect(() => {
    if (!running || hubRoot === undefined) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const show = (rows: OperationRow[]) => client.setQueryData(operationsQuery.queryKey, rows);
    const listen = async () => {
      while (!signal.aborted) {
        // A stream ends after a while even if something runs; the next one continues.
        const heard = await listenToOperations(hubRoot, show, signal);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        if (!heard && !signal.aborted) await client.invalidateQueries({ queryKey: operationsQuery.queryKey });
      }
    };
    void listen();
    return () => ending.abort();
  }, [client, hubRoot, running]);
}

/** The user's operations of the last day: their progress, their files, and a button to cancel. */
export function Operations() {
  const { t } = useText();
  const session = useSession();
  const client = useQueryClient();
  const enabled = session.status === 'in';
  const { data: rows } = useQuery({ ...operationsQuery, enabled });
  useProgress(enabled && rows?.some(runs) === true);
  useNews(rows);
  useEffect(
    () => whenOperationStarts(() => void client.invalidateQueries({ queryKey: operationsQuery.queryKey })),
    [client],
  );
  if (!rows || rows.length === 0) return null;
  const running = rows.filter(runs);
  const progress = running.reduce((sum, row) => sum + row.progress, 0) / Math.max(running.length, 1);
  return (
    <HeaderPanel
      label={
        running.length === 0
          ? t('daily.operations.title')
          : t('daily.operations.running', { count: running.length, percent: Math.round(progress) })
      }
      icon={
        running.length === 0 ? (
          <IconDownload size={18} stroke={1.7} />
        ) : (
          <RingProgress size={24} thickness={3} sections={[{ value: progress, color: 'petrol' }]} aria-hidden />
        )
      }
      title={t('daily.operations.title')}
      foot={(close) => (
        <Button variant="subtle" size="compact-sm" onClick={close}>
          {t('common.close')}
        </Button>
      )}
    >
      {() => (
        <ul className="operations">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
    </HeaderPanel>
  );
}
