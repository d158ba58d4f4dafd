import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

/** Makes calls that change a webhook, one at a time; each ends with a message, and what is shown is read again. */
export function useWebhookCall() {
  const text = useText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      notifySuccess(done);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    }
  };
  return { busy, run };
}
