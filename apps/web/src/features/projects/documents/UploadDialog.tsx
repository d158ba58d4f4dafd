import { ActionIcon, Button, NativeSelect, Progress, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ProjectDocument } from '@pimis/contract/documents';
import { COMMENT_MAX_LENGTH, UPLOAD_DOCUMENT_TYPES } from '@pimis/domain/constants';
import {
  DOCUMENT_NAME_LENGTH,
  DOCUMENT_TYPE_NAMES,
  fileNameProblem,
  documentTypeNamedIn,
  fileSizeProblem,
  stemOf,
} from '@pimis/domain/documents/files';
import { isBlank } from '@pimis/domain/text/blank';
import { cutText } from '@pimis/domain/text/cut';
import { ApiFailure } from '../../../api/client.ts';
import { connectionLost } from '../../../api/connection.ts';
import { configurationQuery } from '../../../api/common.ts';
import type { Retry } from '../../../api/uploads.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { IconX } from '../../../ui/icons.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../../../ui/notify.tsx';
import { documentsChanged } from '../api.ts';
import { type Draft, forgetDrafts, type Sent, sendDrafts, unfinishedQuery } from './api.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import './documents.css';

const PERCENT = 100;

interface UploadProps {
  code: string;
  /** The document that gets a new revision. */
  document?: { id: number; title: string };
  /** What is asked of the file where it is wanted: it says what the file is. */
  wanted?: string;
  /** One file alone is wanted. */
  single?: boolean;
  onClose: () => void;
  onDone: (made: ProjectDocument[]) => void;
}

/** Adds files to a project, each with what is said of it, or a new revision to a document. */
export function UploadDialog({
  code,
  document,
  wanted,
  single = document !== undefined,
  onClose,
  onDone,
}: UploadProps) {
  const text = useText();
  const { t, size } = text;
  const client = useQueryClient();
  const { data: configuration } = useQuery(configurationQuery);
  const { data: unfinished = [] } = useQuery(unfinishedQuery(code));
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [tried, setTried] = useState(false);
  const [part, setPart] = useState<number | null>(null);
  const [paused, setPaused] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [retry, setRetry] = useState<Retry | null>(null);
  const sending = useRef<AbortController | null>(null);
  const [sent] = useState((): Sent => new Map());
  const maxFiles = single ? 1 : (configuration?.documentMaxFiles ?? 1);
  const maxBytes = configuration?.documentMaxBytes ?? Number.POSITIVE_INFINITY;
  const add = (files: readonly File[]) => {
    const kept = single ? [] : drafts;
    const taken = files.slice(0, maxFiles - kept.length);
    if (taken.length < files.length) notifyWarning(t('documents.upload.problems.count', { count: maxFiles }));
    const made = taken.map((file) => ({
      key: crypto.getRandomValues(new Uint32Array(2)).join('-'),
      file,
      title: cutText(stemOf(file.name), DOCUMENT_NAME_LENGTH),
      description: wanted ?? '',
      comment: '',
      documentType: documentTypeNamedIn(wanted ?? ''),
    }));
    setDrafts([...kept, ...made]);
  };
  // Before an upload only names and sizes can be compared.
  const begunOf = ({ file }: Draft) =>
    part === null && !paused
      ? unfinished.find(
          ({ here, name, size, offset }) => here && name === file.name && size === file.size && offset > 0,
        )
      : undefined;
  const problemOf = ({ file }: Draft) => fileNameProblem(file.name) ?? fileSizeProblem(file.size, maxBytes);
  const incomplete = (draft: Draft) =>
    problemOf(draft) !== null || isBlank(draft.description) || (document !== undefined && isBlank(draft.comment));
  // What cannot be removed now, the server removes later.
  const forget = (dropped: readonly Draft[]) => forgetDrafts(code, dropped, true).catch(() => undefined);
  const close = () => {
    sending.current?.abort();
    // Closing removes the unfinished uploads.
    if (part !== null || paused) {
      const { queryKey } = unfinishedQuery(code);
      void forget(drafts).then(() => client.invalidateQueries({ queryKey }));
    }
    onClose();
  };
  const submit = async () => {
    setTried(true);
    if (drafts.length === 0 || drafts.some(incomplete) || part !== null) return;
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
        // They may have been made by another window, or by a try whose answer was lost.
        if (failure.name === 'UploadEnded') await documentsChanged(client, code);
      }
    } finally {
      setPart(null);
      setRetry(null);
    }
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={
        document ? t('documents.upload.revision', { title: text.data(document.title) }) : t('documents.upload.title')
      }
      width="decide"
      unsaved={drafts.length > 0}
      footer={
        <>
          {/* Visible at every position of the scrolled files. */}
          <UploadStatus problem={problem} paused={paused} part={part} retry={retry} />
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          {part === null ? (
            <Button onClick={() => void submit()}>
              {problem === null ? t(`documents.upload.${paused ? 'resume' : 'send'}`) : t('common.retry')}
            </Button>
          ) : (
            <Button onClick={() => sending.current?.abort()}>{t('documents.upload.pause')}</Button>
          )}
        </>
      }
    >
      {/* What is sent was read at the start: a change would be lost. */}
      {part === null && drafts.length < maxFiles && (
        <FileDrop
          single={single}
          text={t(single ? 'documents.upload.dropOne' : 'documents.upload.drop')}
          choose={t('documents.upload.choose')}
          label={t('documents.field.file')}
          onFiles={add}
          hint={
            configuration &&
            t(single ? 'documents.upload.limitOne' : 'documents.upload.limits', {
              count: maxFiles,
              size: size(configuration.documentMaxBytes),
            })
          }
          missing={tried && drafts.length === 0}
        />
      )}
      {drafts.map((draft) => (
        <DraftFields
          key={draft.key}
          draft={draft}
          revision={document !== undefined}
          tried={tried}
          sent={part !== null}
          begun={begunOf(draft)?.offset}
          problem={problemText(problemOf(draft), draft.file.size, maxBytes, text)}
          onChange={(changed) => setDrafts(drafts.map((other) => (other.key === draft.key ? changed : other)))}
          onRemove={() => {
            setDrafts(drafts.filter((other) => other.key !== draft.key));
            if (paused) void forget([draft]);
          }}
        />
      ))}
    </Dialog>
  );
}

interface UploadStatusProps {
  /** Why the upload stopped. */
  problem: string | null;
  paused: boolean;
  /** The share that is sent, from 0 to 1; null while nothing is being sent. */
  part: number | null;
  retry: Retry | null;
}

/** How far the upload is, or why it stands. */
function UploadStatus({ problem, paused, part, retry }: UploadStatusProps) {
  const text = useText();
  const { t } = text;
  return (
    <div role="status" className="upload-progress">
      {problem !== null && <p className="late">{problem}</p>}
      {paused && <p className="meta">{t('documents.upload.paused')}</p>}
      {part !== null && (
        <>
          <Progress value={part * PERCENT} aria-label={t('documents.upload.send')} />
          <p className="meta">{t('documents.upload.progress', { percent: Math.floor(part * PERCENT) })}</p>
          {retry !== null && (
            <p className="late">
              {failureText(retry.failure, text)} {t('documents.upload.retried', { time: retry.time, of: retry.of })}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function problemText(
  problem: ReturnType<typeof fileNameProblem>,
  size: number,
  limit: number,
  text: ReturnType<typeof useText>,
): string | null {
  if (problem === null) return null;
  return text.t(`documents.upload.problems.${problem}`, {
    length: DOCUMENT_NAME_LENGTH,
    size: text.size(size),
    limit: text.size(limit),
  });
}

/** What is said of one file. */
function DraftFields({
  draft,
  revision,
  tried,
  sent,
  begun,
  problem,
  onChange,
  onRemove,
}: {
  draft: Draft;
  revision: boolean;
  tried: boolean;
  /** It is being sent. */
  sent: boolean;
  /** Bytes that were sent before the page was closed. */
  begun: number | undefined;
  problem: string | null;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}) {
  const { t, pair, size } = useText();
  const missing = (value: string) => (tried && isBlank(value) ? t('common.required') : undefined);
  return (
    <fieldset className="document-draft">
      <legend className="visually-hidden">{draft.file.name}</legend>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        <span className="strong" style={{ overflowWrap: 'anywhere' }}>
          {draft.file.name}
        </span>
        <span className="meta" style={{ whiteSpace: 'nowrap' }}>
          {size(draft.file.size)}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          style={{ marginLeft: 'auto' }}
          onClick={onRemove}
          disabled={sent}
          aria-label={t('documents.upload.remove', { name: draft.file.name })}
        >
          <IconX size={16} />
        </ActionIcon>
      </div>
      {begun !== undefined && <p className="meta">{t('documents.unfinished.known', { sent: size(begun) })}</p>}
      {problem && (
        <p className="late" role="alert">
          {problem}
        </p>
      )}
      <div className="document-draft-fields">
        <TextInput
          label={t('documents.field.title')}
          value={draft.title}
          onChange={(event) => onChange({ ...draft, title: event.currentTarget.value })}
          maxLength={DOCUMENT_NAME_LENGTH}
          readOnly={sent}
        />
        {!revision && (
          <NativeSelect
            label={t('documents.field.type')}
            value={String(draft.documentType)}
            disabled={sent}
            onChange={(event) => onChange({ ...draft, documentType: Number(event.currentTarget.value) })}
            data={UPLOAD_DOCUMENT_TYPES.map((type) => ({
              value: String(type),
              label: pair(DOCUMENT_TYPE_NAMES[type] ?? { sr: '', en: '' }),
            }))}
          />
        )}
      </div>
      <Textarea
        label={t('documents.field.description')}
        required
        autosize
        minRows={2}
        value={draft.description}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
        error={missing(draft.description)}
        maxLength={COMMENT_MAX_LENGTH}
        readOnly={sent}
      />
      <Textarea
        label={t('documents.field.comment')}
        required={revision}
        autosize
        value={draft.comment}
        onChange={(event) => onChange({ ...draft, comment: event.currentTarget.value })}
        error={revision ? missing(draft.comment) : undefined}
        maxLength={COMMENT_MAX_LENGTH}
        readOnly={sent}
      />
    </fieldset>
  );
}
