import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

/** The first part of the keys of what is read about a kind of connection. */
export type ConnectionKind = 'clients' | 'webhooks';

interface RunOptions {
  /** Said when the work is done; nothing if the page shows it. */
  done?: string;
  /** The label of a field that the answer refuses. */
  label?: (field: string) => string | undefined;
}

/** Makes calls that change a connection, one at a time; what is shown is read again after each. */
export function useConnectionCall(kind: ConnectionKind) {
  const text = useText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, { done, label }: RunOptions = {}) => {
    setBusy(true);
    try {
      await work();
      if (done !== undefined) notifySuccess(done);
    } catch (failure) {
      notifyFailure(failure, text, label);
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: [kind] });
    }
  };
  return { busy, run };
}
