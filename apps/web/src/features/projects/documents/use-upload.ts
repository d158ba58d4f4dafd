import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ProjectDocument } from '@pimis/contract/documents';
import { ApiFailure } from '../../../api/client.ts';
import { connectionLost } from '../../../api/connection.ts';
import type { Retry } from '../../../api/uploads.ts';
import { useText } from '../../../i18n/use-text.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { documentsChanged } from '../api.ts';
import { type Draft, forgetDrafts, type Sent, sendDrafts, unfinishedQuery } from './api.ts';

export interface UploadState {
  /** The share that has been sent, from 0 to 1; null while nothing is being sent. */
  part: number | null;
  paused: boolean;
  /** Why the upload stopped. */
  problem: string | null;
  retry: Retry | null;
}

interface Upload extends UploadState {
  send: (drafts: readonly Draft[]) => Promise<void>;
  pause: () => void;
  /** Cancels the upload permanently. */
  cancel: (drafts: readonly Draft[]) => void;
  /** Removes a file from a paused upload. */
  leaveOut: (draft: Draft) => void;
}

/** Sends the files of a dialog. It can be paused and resumed, and continues after a lost connection. */
export function useUpload(
  code: string,
  document: { id: number } | undefined,
  onDone: (made: ProjectDocument[]) => void,
): Upload {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [part, setPart] = useState<number | null>(null);
  const [paused, setPaused] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [retry, setRetry] = useState<Retry | null>(null);
  const sending = useRef<AbortController | null>(null);
  const [sent] = useState((): Sent => new Map());
  // If an upload cannot be removed now, the server removes it later.
  const forget = (dropped: readonly Draft[]) => forgetDrafts(code, dropped, true).catch(() => undefined);
  const send = async (drafts: readonly Draft[]) => {
    const stopping = new AbortController();
    sending.current = stopping;
    setPart(0);
    setPaused(false);
    setProblem(null);
    try {
      const made = await sendDrafts(code, document?.id ?? null, drafts, sent, {
        onProgress: setPart,
        retried: setRetry,
        signal: stopping.signal,
      });
      await documentsChanged(client, code);
      notifySuccess(document ? t('documents.upload.revised') : t('documents.upload.done', { count: made.length }));
      onDone(made);
    } catch (failure) {
      // A refused upload is not resumed; a broken or stopped one is.
      const refused = failure instanceof ApiFailure && failure.isRefusal;
      if (refused) notifyFailure(failure, text);
      else if (!stopping.signal.aborted) {
        setProblem(failureText(failure, text));
        if (failure instanceof ApiFailure && failure.httpStatus === 0) connectionLost();
      }
      setPaused(!refused);
      if (refused) {
        sent.clear();
        await forget(drafts);
        // Another window, or an attempt whose response was lost, may have created the documents.
        if (failure.name === 'UploadEnded') await documentsChanged(client, code);
      }
    } finally {
      setPart(null);
      setRetry(null);
    }
  };
  const pause = () => sending.current?.abort();
  const cancel = (drafts: readonly Draft[]) => {
    pause();
    // Closing removes the unfinished uploads.
    if (part === null && !paused) return;
    const { queryKey } = unfinishedQuery(code);
    void forget(drafts).then(() => client.invalidateQueries({ queryKey }));
  };
  const leaveOut = (draft: Draft) => {
    if (paused) void forget([draft]);
  };
  return { part, paused, problem, retry, send, pause, cancel, leaveOut };
}
