import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ImportResult, OperationStarted } from '@pimis/contract/registries';
import type { CHOSEN_ENCODINGS } from '@pimis/domain/text/encoding';
import type { RegistryCode } from '@pimis/domain/registries/types';
import { ApiFailure, call } from '../../api/client.ts';
import { operationIn } from '../../api/operations.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { importerText } from './format-value.ts';
import { setImport, useImport } from './imports.ts';

export type ChosenEncoding = (typeof CHOSEN_ENCODINGS)[number];

function isStarted(payload: ImportResult | OperationStarted): payload is OperationStarted {
  return 'operationLocation' in payload;
}

/** How to read the file. */
interface Reading {
  sheet: string | null;
  zeros: boolean;
  /** The encoding of a text that was chosen by hand. */
  encoding: ChosenEncoding | null;
}

const AS_IT_IS: Reading = { sheet: null, zeros: false, encoding: null };

/** The import of a file into a registry: the request, the result, and the progress in the background. */
export function useRegistryImport(registry: RegistryCode, onClose: () => void) {
  const text = useText();
  const client = useQueryClient();
  const user = useUser();
  const background = useImport(user.id, registry);
  const running = background?.state === 'running' ? background.operation : null;
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading>(AS_IT_IS);
  const [answered, setAnswered] = useState<ImportResult | null>(null);
  const [busy, setBusy] = useState(false);
  const before = useRef(running);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // ImportWatch removes an import whose rows are written.
    if (before.current !== null && !background) close();
    before.current = running;
  }, [running, background]);

  const forget = () => {
    setAnswered(null);
    if (background?.state === 'ended') setImport(user.id, registry, null);
  };
  const finish = async (done: ImportResult) => {
    setAnswered(done);
    if (done.dryRun || done.errorCount > 0) return;
    notifySuccess(text.t('registries.import.done'));
    await client.invalidateQueries({ queryKey: ['registry', registry] });
    onClose();
  };
  const fail = (failure: unknown) => {
    const started = operationIn(failure);
    if (started !== null) {
      setImport(user.id, registry, { state: 'running', operation: started });
      return;
    }
    const refused = failure instanceof ApiFailure ? failure.payloadOf('InvalidRegistryImport') : null;
    if (refused) setAnswered(refused);
    notifyFailure(failure, text, undefined, importerText(failure, text));
  };
  const send = async (dryRun: boolean, wanted: Reading, isConfirmed = false) => {
    if (!file || busy) return;
    setBusy(true);
    setReading(wanted);
    forget();
    const files = new FormData();
    files.append('file', file);
    try {
      const { payload } = await call('POST /registry/:registry/import', {
        params: { registry },
        query: {
          ...(dryRun ? { dryRun: 'true' } : {}),
          ...(wanted.sheet === null ? {} : { sheet: wanted.sheet }),
          ...(wanted.zeros ? { zeros: 'restore' } : {}),
          ...(wanted.encoding === null ? {} : { encoding: wanted.encoding }),
          ...(isConfirmed ? { confirm: 'changes' } : {}),
        },
        files,
      });
      if (!isStarted(payload)) await finish(payload);
    } catch (failure) {
      fail(failure);
    } finally {
      setBusy(false);
    }
  };
  return {
    file,
    choose: (chosen: File) => {
      setFile(chosen);
      setReading(AS_IT_IS);
      forget();
    },
    reading,
    /** Rehearses the import; every error is shown. */
    check: (wanted: Partial<Reading> = {}) => send(true, { ...reading, ...wanted }),
    /** Writes all rows or none; `isConfirmed` confirms many changes and emptied columns. */
    write: (isConfirmed: boolean) => send(false, reading, isConfirmed),
    result: background?.state === 'ended' ? background.result : answered,
    /** The operation that imports in the background. */
    running,
    /** The file is being sent, or an import runs. */
    isBusy: busy || running !== null,
  };
}
