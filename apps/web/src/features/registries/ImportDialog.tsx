import { Button, NativeSelect, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ImportResult, OperationStarted } from '@pimis/contract/registries';
import type { Registry } from '@pimis/domain/registries/types';
import { ApiFailure, call, download, fileAddress } from '../../api/client.ts';
import { operationIn } from '../../api/operations.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { operationQuery, useOperation } from './api.ts';
import { importerText } from './format-value.ts';
import { setImport, useImport } from './imports.ts';
import { ImportOutcome } from './ImportOutcome.tsx';

function isStarted(payload: ImportResult | OperationStarted): payload is OperationStarted {
  return 'operationLocation' in payload;
}

/** How to read the file. */
interface Reading {
  sheet: string | null;
  zeros: boolean;
}

const AS_IT_IS: Reading = { sheet: null, zeros: false };

/** How far an import in the background is, and the button that cancels it. */
function ImportProgress({ id }: { id: string }) {
  const text = useText();
  const { t, status } = text;
  const client = useQueryClient();
  const { data: operation } = useOperation(id);
  const percent = operation?.progress ?? 0;
  const cancel = async () => {
    try {
      await call('DELETE /operations/:id', { params: { id } });
      // ImportWatch reports the end.
      await client.invalidateQueries({ queryKey: operationQuery(id).queryKey });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <div style={{ flexBasis: '100%' }}>
      <Progress value={percent} aria-label={status('OperationRunning')} striped animated mb={6} />
      <p className="import-offer">
        <span className="meta">
          {operation?.state === 'waiting' ? t('registries.import.waits') : t('registries.import.progress', { percent })}{' '}
          {t('registries.import.background')}
        </span>
        <Button variant="default" onClick={() => void cancel()}>
          {t('registries.import.cancel')}
        </Button>
      </p>
    </div>
  );
}

/** Imports a file: first a rehearsal that shows every error, then all rows or none. A large file shows its progress. */
export function ImportDialog({ registry, onClose }: { registry: Registry; onClose: () => void }) {
  const text = useText();
  const { t, paper, size } = text;
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
  const [reading, setReading] = useState<Reading>(AS_IT_IS);

  const finish = async (done: ImportResult) => {
    setAnswered(done);
    if (done.dryRun || done.errorCount > 0) return;
    notifySuccess(t('registries.import.done'));
    await client.invalidateQueries({ queryKey: ['registry', registry.code] });
    onClose();
  };
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // ImportWatch removes an import whose rows are written.
    if (before.current !== null && !background) close();
    before.current = running;
  }, [running, background]);

  const send = async (dryRun: boolean, wanted: Reading = reading) => {
    if (!file || busy) return;
    setBusy(true);
    setReading(wanted);
    forget();
    const body = new FormData();
    body.append('file', file);
    try {
      const { payload } = await call('POST /registry/:registry/import', {
        params: { registry: registry.code },
        query: {
          ...(dryRun ? { dryRun: 'true' } : {}),
          ...(wanted.sheet === null ? {} : { sheet: wanted.sheet }),
          ...(wanted.zeros ? { zeros: 'restore' } : {}),
        },
        files: body,
      });
      if (!isStarted(payload)) await finish(payload);
    } catch (failure) {
      const started = operationIn(failure);
      if (started !== null) setImport(user.id, registry.code, { state: 'running', operation: started });
      else {
        const refused = failure instanceof ApiFailure ? failure.payloadOf('InvalidRegistryImport') : null;
        if (refused) setAnswered(refused);
        notifyFailure(failure, text, undefined, importerText(failure, text));
      }
    } finally {
      setBusy(false);
    }
  };
  const saveTemplate = () =>
    download(
      fileAddress('GET /registry/:registry/template', {
        params: { registry: registry.code },
        query: paper,
      }),
      `${registry.code}-template.xlsx`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  const rehearsed = result?.dryRun === true && result.errorCount === 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('registries.import.title')}
      width="compare"
      footer={
        <>
          {running !== null && <ImportProgress id={running} />}
          {/* In the foot, because the body takes no input while a file is sent or an import runs. */}
          <Button
            mr="auto"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={16} stroke={1.7} />}
            onClick={() => void saveTemplate()}
          >
            {t('registries.import.template')}
          </Button>
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
      <FileDrop
        single
        text={t('registries.import.drop')}
        choose={t('registries.import.choose')}
        label={t('registries.import.file')}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/tab-separated-values"
        hint={file ? t('registries.import.chosen', { name: file.name, size: size(file.size) }) : undefined}
        // The answer is of the file that was sent: another one would be written unchecked.
        disabled={busy || running !== null}
        onFiles={([chosen]) => {
          if (!chosen) return;
          setFile(chosen);
          setReading(AS_IT_IS);
          forget();
        }}
      />
      {result && result.sheets.length > 1 && (
        <NativeSelect
          mt={12}
          label={t('registries.import.sheet')}
          data={result.sheets}
          value={result.sheet ?? ''}
          disabled={busy || running !== null || !file}
          onChange={(event) => void send(true, { ...reading, sheet: event.currentTarget.value })}
          mb={12}
          maw={360}
        />
      )}
      {result && (
        <ImportOutcome
          registry={registry}
          result={result}
          restored={reading.zeros}
          onRestore={() => void send(true, { ...reading, zeros: true })}
        />
      )}
    </Dialog>
  );
}
