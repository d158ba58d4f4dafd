import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

/** The first part of the query keys of a kind of connection. */
export type ConnectionKind = 'clients' | 'webhooks';

interface RunOptions {
  /** The message when the work is done; undefined if the page itself shows the result. */
  done?: string;
  /** The label of a refused field. */
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
