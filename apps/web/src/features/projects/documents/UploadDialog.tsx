import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectDocument } from '@pimis/contract/documents';
import {
  DOCUMENT_NAME_LENGTH,
  documentTypeNamedIn,
  fileNameProblem,
  fileSizeProblem,
  stemOf,
} from '@pimis/domain/documents/files';
import { isBlank } from '@pimis/domain/text/blank';
import { cutText } from '@pimis/domain/text/cut';
import { configurationQuery } from '../../../api/common.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { notifyWarning } from '../../../ui/notify.tsx';
import { type Draft, unfinishedQuery } from './api.ts';
import { DraftFields, problemText } from './DraftFields.tsx';
import { type UploadState, useUpload } from './use-upload.ts';
import './documents.css';

const PERCENT = 100;

interface UploadProps {
  code: string;
  /** The document that gets a new revision. */
  document?: { id: number; title: string };
  /** The requested kind of file, which becomes its description. */
  wanted?: string;
  /** One file alone is wanted. */
  single?: boolean;
  onClose: () => void;
  onDone: (made: ProjectDocument[]) => void;
}

/** A file with its default description; `wanted` is the requested kind. */
function draftOf(file: File, wanted: string): Draft {
  return {
    key: crypto.getRandomValues(new Uint32Array(2)).join('-'),
    file,
    title: cutText(stemOf(file.name), DOCUMENT_NAME_LENGTH),
    description: wanted,
    comment: '',
    documentType: documentTypeNamedIn(wanted),
  };
}

/** Adds files with their descriptions to a project, or a new revision to a document. */
export function UploadDialog({
  code,
  document,
  wanted = '',
  single = document !== undefined,
  onClose,
  onDone,
}: UploadProps) {
  const text = useText();
  const { t, size } = text;
  const { data: configuration } = useQuery(configurationQuery);
  const { data: unfinished = [] } = useQuery(unfinishedQuery(code));
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [tried, setTried] = useState(false);
  const upload = useUpload(code, document, onDone);
  const { part, paused, problem, retry } = upload;
  const maxFiles = single ? 1 : (configuration?.documentMaxFiles ?? 1);
  const maxBytes = configuration?.documentMaxBytes ?? Number.POSITIVE_INFINITY;
  const add = (files: readonly File[]) => {
    const kept = single ? [] : drafts;
    const taken = files.slice(0, maxFiles - kept.length);
    if (taken.length < files.length) notifyWarning(t('documents.upload.problems.count', { count: maxFiles }));
    setDrafts([...kept, ...taken.map((file) => draftOf(file, wanted))]);
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
  const close = () => {
    upload.cancel(drafts);
    onClose();
  };
  const submit = () => {
    setTried(true);
    if (drafts.length === 0 || drafts.some(incomplete) || part !== null) return;
    void upload.send(drafts);
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
            <Button onClick={submit}>
              {problem === null ? t(`documents.upload.${paused ? 'resume' : 'send'}`) : t('common.retry')}
            </Button>
          ) : (
            <Button onClick={upload.pause}>{t('documents.upload.pause')}</Button>
          )}
        </>
      }
    >
      {/* The input was read when sending started, so later changes would be lost. */}
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
            upload.leaveOut(draft);
          }}
        />
      ))}
    </Dialog>
  );
}

/** The progress of the upload, or the reason why it is paused. */
function UploadStatus({ problem, paused, part, retry }: UploadState) {
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
