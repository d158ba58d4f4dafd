import { Alert, Button, FileInput, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ImportResult, OperationStarted } from '@pimis/contract/registries';
import { columnOf } from '@pimis/domain/registries/catalogue';
import type { Registry } from '@pimis/domain/registries/types';
import { ApiFailure, call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { operationQuery } from './api.ts';
import { setImport, useImport } from './imports.ts';
import { problemText } from './shown-value.ts';

function isStarted(payload: ImportResult | OperationStarted): payload is OperationStarted {
  return 'operationLocation' in payload;
}

function Outcome({ registry, result }: { registry: Registry; result: ImportResult }) {
  const text = useText();
  const { t, pair } = text;
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
                      <td>{problemText(column, error.code, text)}</td>
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
  const user = useUser();
  const background = useImport(user.id, registry.code);
  const running = background?.state === 'running' ? background.operation : null;
  const [answered, setAnswered] = useState<ImportResult | null>(null);
  const result = background?.state === 'ended' ? background.result : answered;
  const forget = () => {
    setAnswered(null);
    if (background?.state === 'ended') setImport(user.id, registry.code, null);
  };
  const before = useRef(running);
  const [busy, setBusy] = useState(false);
  const { data: operation } = useQuery(operationQuery(running));

  const finish = async (done: ImportResult) => {
    setAnswered(done);
    if (done.dryRun || done.errorCount > 0) return;
    notifySuccess(t('registries.import.done'));
    await client.invalidateQueries({ queryKey: ['registry', registry.code] });
    onClose();
  };
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // The watch forgets an import once its rows are written: nothing is left to do here.
    if (before.current !== null && !background) close();
    before.current = running;
  }, [running, background]);

  const send = async (dryRun: boolean) => {
    if (!file || busy) return;
    setBusy(true);
    forget();
    const body = new FormData();
    body.append('file', file);
    try {
      const { payload } = await call('POST /registry/:registry/import', {
        params: { registry: registry.code },
        query: dryRun ? { dryRun: 'true' } : {},
        files: body,
      });
      if (!isStarted(payload)) await finish(payload);
    } catch (failure) {
      const payload =
        failure instanceof ApiFailure ? (failure.payload as ImportResult | OperationStarted | null) : null;
      if (failure instanceof ApiFailure && failure.name === 'OperationRunning' && payload && isStarted(payload)) {
        const started = payload.operationLocation.split('/').at(-1);
        if (started) setImport(user.id, registry.code, { state: 'running', operation: started });
      } else {
        if (payload && !isStarted(payload)) setAnswered(payload);
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
            <Button onClick={() => void send(false)} loading={busy || running !== null} disabled={!file}>
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
          forget();
        }}
        mb={12}
      />
      {running !== null && (
        <>
          <Progress value={operation?.progress ?? 0} aria-label={status('OperationRunning')} striped animated mb={6} />
          <p className="meta" style={{ marginBottom: 12 }}>
            {t('registries.import.background')}
          </p>
        </>
      )}
      {result && <Outcome registry={registry} result={result} />}
    </Dialog>
  );
}
