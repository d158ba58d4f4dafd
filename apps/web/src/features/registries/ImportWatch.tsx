import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ImportResult } from '@pimis/contract/registries';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import { ApiFailure } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../../ui/notify.tsx';
import { useOperation } from './api.ts';
import { setImport, useRunningImports } from './imports.ts';

/** Answers after which an operation is not polled again. */
const GONE: readonly string[] = ['NotFound', 'Forbidden'];

/** Waits for imports in the background, on every screen, and reports how they ended. */
export function ImportWatch() {
  const user = useUser();
  const running = useRunningImports(user.id);
  return running.map(({ registry, operation }) => (
    <Watch key={operation} userId={user.id} registry={registry} operation={operation} />
  ));
}

function Watch({ userId, registry, operation }: { userId: number; registry: string; operation: string }) {
  const text = useText();
  const { t, pair } = text;
  const client = useQueryClient();
  const { data, error } = useOperation(operation);
  // A failed poll changes nothing: the import and the polling continue.
  const lost = error instanceof ApiFailure && GONE.includes(error.name);
  const name = findRegistry(registry)?.title;
  const title = name ? pair(name) : registry;
  const report = useEffectEvent(() => {
    if (data?.state === 'done') {
      const result = data.result as ImportResult;
      const written = !result.dryRun && result.errorCount === 0;
      setImport(userId, registry, written ? null : { state: 'ended', result });
      if (result.errorCount > 0) {
        notifyWarning(`${title}: ${t('registries.import.errors', { count: result.errorCount })}`);
      } else {
        notifySuccess(`${title}: ${t(written ? 'registries.import.done' : 'registries.import.checked')}`);
      }
      if (written) void client.invalidateQueries({ queryKey: ['registry', registry] });
    } else if (data?.state === 'failed' || lost) {
      setImport(userId, registry, { state: 'ended', result: null });
      if (data?.error === 'OperationCancelled') notifyWarning(`${title}: ${t('registries.import.cancelled')}`);
      else
        notifyFailure(lost ? error : new ApiFailure(200, data?.error ?? 'UnOperationFailed'), text, undefined, title);
    }
  });
  // Only a new state of the operation is reported.
  useEffect(() => report(), [data?.state, lost]);
  return null;
}
