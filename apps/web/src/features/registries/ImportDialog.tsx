import { Alert, Button, FileInput, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ImportResult, OperationStarted } from '@pimis/contract/registries';
import { columnOf } from '@pimis/domain/registries/catalogue';
import type { Registry } from '@pimis/domain/registries/types';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { operationQuery } from './api.ts';

function isStarted(payload: ImportResult | OperationStarted): payload is OperationStarted {
  return 'operationLocation' in payload;
}

function Outcome({ registry, result }: { registry: Registry; result: ImportResult }) {
  const { t, pair, status } = useText();
  return (
    <div role="status">
      <p className="strong">
        {t('registries.import.counts', {
          rows: result.rows,
          created: result.created,
          updated: result.updated,
          unchanged: result.unchanged,
        })}
      </p>
      {result.errorCount > 0 && (
        <>
          <Alert color="red" my={10} styles={{ message: { color: 'var(--p-error)' } }}>
            {t('registries.import.errors', { count: result.errorCount })}
          </Alert>
          <div
            className="scroll-x"
            style={{ maxHeight: 280, overflowY: 'auto' }}
            tabIndex={0}
            role="group"
            aria-label={t('registries.import.problem')}
          >
            <table className="plain">
              <thead>
                <tr>
                  <th>{t('registries.import.row')}</th>
                  <th>{t('registries.import.column')}</th>
                  <th>{t('registries.import.problem')}</th>
                </tr>
              </thead>
              <tbody>
                {result.errors.map((error) => {
                  const column = columnOf(registry, error.column);
                  return (
                    <tr key={`${error.row}/${error.column}/${error.code}`}>
                      <td>{error.row}</td>
                      <td>{column ? pair(column.label) : error.column}</td>
                      <td>{status(error.code)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
}

/** Reads a file: first a rehearsal that shows every error, then all rows or none. A large file shows its progress. */
export function ImportDialog({ registry, onClose }: { registry: Registry; onClose: () => void }) {
  const text = useText();
  const { t, status } = text;
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { data: operation } = useQuery(operationQuery(running));

  const finish = async (done: ImportResult) => {
    setResult(done);
    if (done.dryRun || done.errorCount > 0) return;
    notifySuccess(t('registries.import.done'));
    await client.invalidateQueries({ queryKey: ['registry', registry.code] });
    onClose();
  };
  useEffect(() => {
    if (operation?.state === 'done') {
      setRunning(null);
      void finish(operation.result as ImportResult);
    } else if (operation?.state === 'failed') {
      setRunning(null);
      notifyFailure(new ApiFailure(200, operation.error ?? 'UnOperationFailed'), text);
    }
    // Only a new state of the operation is news.
  }, [operation?.state]);

  const send = async (dryRun: boolean) => {
    if (!file || busy) return;
    setBusy(true);
    setResult(null);
    const body = new FormData();
    body.append('file', file);
    try {
      const path = `registry/${registry.code}/import${dryRun ? '?dryRun=true' : ''}`;
      const { payload } = await call<ImportResult>('POST', path, body);
      await finish(payload);
    } catch (failure) {
      const payload =
        failure instanceof ApiFailure ? (failure.payload as ImportResult | OperationStarted | null) : null;
      if (failure instanceof ApiFailure && failure.name === 'OperationRunning' && payload && isStarted(payload)) {
        setRunning(payload.operationLocation.split('/').at(-1) ?? null);
      } else {
        if (payload && !isStarted(payload)) setResult(payload);
        notifyFailure(failure, text);
      }
    } finally {
      setBusy(false);
    }
  };
  const rehearsed = result?.dryRun === true && result.errorCount === 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('registries.import.title')}
      width="compare"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button
            variant={rehearsed ? 'default' : 'filled'}
            onClick={() => void send(true)}
            loading={busy || running !== null}
            disabled={!file}
          >
            {t('registries.import.check')}
          </Button>
          {rehearsed && (
            <Button onClick={() => void send(false)} loading={busy || running !== null}>
              {t('registries.import.write')}
            </Button>
          )}
        </>
      }
    >
      <p className="second" style={{ marginBottom: 10 }}>
        {t('registries.import.text')}
      </p>
      <FileInput
        label={t('registries.import.file')}
        placeholder={t('registries.import.choose')}
        accept=".csv,.xlsx,text/csv"
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          setResult(null);
        }}
        mb={12}
      />
      {running !== null && (
        <Progress value={operation?.progress ?? 0} aria-label={status('OperationRunning')} striped animated mb={12} />
      )}
      {result && <Outcome registry={registry} result={result} />}
    </Dialog>
  );
}
