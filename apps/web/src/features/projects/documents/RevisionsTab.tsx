import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, Link, useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react';
import type { DocumentRevision } from '@pimis/contract/documents';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { isRowNumber, useAddress } from '../../../ui/address.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconArrowLeft, IconPlus } from '../../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { ErrorPage, NotFoundPage } from '../../../ui/Pages.tsx';
import { useStillHere } from '../../../ui/use-still-here.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { useBase } from '../use-base.ts';
import { documentsChanged } from '../api.ts';
import { revisionsQuery } from './api.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { RevisionCard } from './RevisionCard.tsx';
import { Unfinished } from './Unfinished.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { useDocuments } from './use-documents.ts';
import './documents.css';

/** The screen of a document; an address without its number leads to none. */
export function RevisionsTab() {
  const { documentId = '' } = useAddress();
  return isRowNumber(documentId) ? <Revisions id={Number(documentId)} /> : <NotFoundPage />;
}

/** The revisions of a document as cards; `automaticDownload` saves the one of the address at once. */
function Revisions({ id }: { id: number }) {
  const { t, data } = useText();
  const { projectCode = '', revisionId } = useAddress();
  const base = useBase();
  const { data: found, error } = useQuery(revisionsQuery(projectCode, id));
  const [adding, setAdding] = useState(false);
  const [linking, setLinking] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<DocumentRevision | null>(null);
  const [showing, setShowing] = useState<DocumentRevision | null>(null);
  const isStillHere = useStillHere();
  const { save } = useDocuments(projectCode);
  const client = useQueryClient();
  const saved = async (revision: DocumentRevision) => {
    await save({ ...revision, revisionId: revision.id });
    // The card shows the downloads.
    await client.invalidateQueries({ queryKey: revisionsQuery(projectCode, id).queryKey });
  };
  const goBack = useWayBack();
  useAutomaticDownload(found?.revisions, revisionId, saved);
  if (error && !found) return <ErrorPage error={error} />;
  if (!found) return <Waiting />;
  const { document, revisions, mayChange } = found;
  const linked = revisions.find((revision) => revision.id === linking);
  return (
    <>
      <div className="revision-head">
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          renderRoot={(props) => (
            <Link to={`${base}/${projectCode}/documents`} {...props} {...(goBack ? { onClick: goBack } : {})} />
          )}
        >
          {t(goBack ? 'documents.revisions.leave' : 'documents.revisions.back')}
        </Button>
        <h2 style={{ overflowWrap: 'anywhere' }}>{t('documents.revisions.title', { title: data(document.title) })}</h2>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} />} style={{ marginLeft: 'auto' }} onClick={() => setAdding(true)}>
            {t('documents.revisions.add')}
          </Button>
        )}
      </div>
      {mayChange && !adding && <Unfinished code={projectCode} onGoOn={() => setAdding(true)} />}
      {revisions.map((revision) => (
        <RevisionCard
          key={revision.id}
          revision={revision}
          code={projectCode}
          chosen={String(revision.id) === revisionId}
          mayChange={mayChange}
          onSave={() => void saved(revision)}
          onShow={() => setShowing(revision)}
          onLink={() => setLinking(revision.id)}
          onDelete={() => setDeleting(revision)}
        />
      ))}
      {adding && (
        <UploadDialog
          code={projectCode}
          document={document}
          onClose={() => setAdding(false)}
          onDone={() => setAdding(false)}
        />
      )}
      {showing && (
        <PreviewDialog
          code={projectCode}
          revision={{ ...showing, revisionId: showing.id }}
          onSave={() => void saved(showing)}
          onClose={() => setShowing(null)}
        />
      )}
      {linked && <LinkDialog code={projectCode} revision={linked} onClose={() => setLinking(null)} />}
      {deleting && (
        <DeleteDialog
          code={projectCode}
          revision={deleting}
          only={revisions.length === 1}
          isStillHere={isStillHere}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

/** Whether the address asks to save its revision. */
function useDownloadAsked(): boolean {
  const { automaticDownload } = useSearch<AnyRouter, undefined, false>({ strict: false }) as {
    automaticDownload?: boolean;
  };
  return automaticDownload === true;
}

/**
 * Leads users who came for a download back to the previous screen (specification, "Full route table"); undefined for
 * others, and if the browser has no earlier screen of the product.
 */
function useWayBack(): ((event: MouseEvent) => void) | undefined {
  const [cameForDownload] = useState(useDownloadAsked());
  const canGoBack = useCanGoBack();
  const { history } = useRouter();
  if (!cameForDownload || !canGoBack) return undefined;
  return (event) => {
    event.preventDefault();
    history.back();
  };
}

/**
 * Saves the revision of the address once and removes the request from the address, so that the history does not repeat
 * it.
 */
function useAutomaticDownload(
  revisions: readonly DocumentRevision[] | undefined,
  revisionId: string | undefined,
  save: (revision: DocumentRevision) => Promise<void>,
): void {
  const navigate = useNavigate();
  const asked = useDownloadAsked();
  const wanted = asked && revisions?.find(({ id }) => String(id) === revisionId);
  const saveWanted = useEffectEvent(async (revision: DocumentRevision) => {
    await navigate({ to: '.', search: {}, replace: true });
    await save(revision);
  });
  useEffect(() => {
    if (wanted) void saveWanted(wanted);
  }, [wanted]);
}

function DeleteDialog({
  code,
  revision,
  only,
  isStillHere,
  onClose,
}: {
  code: string;
  revision: DocumentRevision;
  only: boolean;
  isStillHere: () => boolean;
  onClose: () => void;
}) {
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const navigate = useNavigate();
  const base = useBase();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const { payload } = await call('DELETE /projects/:projectCode/documents/:documentId/revisions/:revisionId', {
        params: { projectCode: code, documentId: revision.documentId, revisionId: revision.id },
      });
      notifySuccess(t('documents.revisions.deleted'));
      onClose();
      // The list of revisions stays only while more than one remains (specification, "Documents in detail").
      if (payload.revisionsCount <= 1 && isStillHere()) await navigate({ to: `${base}/${code}/documents` });
    } catch (failure) {
      notifyFailure(failure, text);
      onClose();
    }
    await documentsChanged(client, code);
  };
  const title = data(revision.title);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('documents.revisions.deleteTitle')}
      confirm={
        <Button color="red" loading={busy} onClick={() => void remove()}>
          {t('documents.revisions.delete')}
        </Button>
      }
    >
      {t(only ? 'documents.revisions.deleteLast' : 'documents.revisions.deletePrompt', {
        title,
        n: revision.revision,
      })}
    </Dialog>
  );
}
