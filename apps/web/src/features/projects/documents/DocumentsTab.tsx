import { ActionIcon, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProjectDocument } from '@pimis/contract/documents';
import { DOCUMENT_TYPE_NAMES } from '@pimis/domain/documents/files';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useAddress } from '../../../ui/address.ts';
import type { Column } from '../../../ui/DataTable/columns.ts';
import { DataTable } from '../../../ui/DataTable/DataTable.tsx';
import { listParameters } from '../../../ui/DataTable/state.ts';
import { useTableState } from '../../../ui/DataTable/use-table-state.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconDownload, IconEye, IconFileZip, IconLink, IconPlus, IconTrash } from '../../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { documentsChanged, documentsQuery, projectQuery, saveArchive } from '../api.ts';
import { useBase } from '../use-base.ts';
import { isShown, PreviewDialog } from './PreviewDialog.tsx';
import { Unfinished } from './Unfinished.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { useDocuments } from './use-documents.ts';
import './documents.css';

/** Documents of a project: a click on a row saves the content, a secondary click copies the link. */
export function DocumentsTab() {
  const text = useText();
  const { t, data, date, pair, size } = text;
  const { projectCode = '' } = useAddress();
  const base = useBase();
  const { data: project } = useQuery(projectQuery(projectCode));
  const [state, setState] = useTableState();
  const { data: result, error, refetch } = useQuery(documentsQuery(projectCode, listParameters(state)));
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<ProjectDocument | null>(null);
  const [showing, setShowing] = useState<ProjectDocument | null>(null);
  const documents = useDocuments(projectCode);
  const save = (row: ProjectDocument) => void documents.save({ ...row, documentId: row.id });
  const saveAll = async () => {
    try {
      await saveArchive(projectCode, 'documents', text.paper);
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  const columns: Column<ProjectDocument>[] = [
    {
      id: 'title',
      header: t('documents.field.title'),
      sortable: true,
      card: 'title',
      cell: (row) => (
        <button type="button" className="row-button table-words strong" onClick={() => save(row)}>
          {data(row.title)}.{row.extension}
          {row.scan === 'waiting' && <span className="meta"> · {t('documents.revisions.waits')}</span>}
          {row.scan === 'found' && <span className="late"> · {t('documents.list.infected')}</span>}
        </button>
      ),
    },
    {
      id: 'documentType',
      header: t('documents.field.type'),
      sortable: true,
      card: 'about',
      cell: (row) => pair(DOCUMENT_TYPE_NAMES[row.documentType] ?? { sr: '', en: '' }),
    },
    {
      id: 'description',
      header: t('documents.field.description'),
      sortable: true,
      card: 'about',
      cell: (row) => <div className="table-words">{data(row.description)}</div>,
    },
    {
      id: 'revision',
      header: t('documents.field.revision'),
      sortable: true,
      align: 'right',
      card: 'left',
      labelled: true,
      cell: (row) => row.revision,
    },
    {
      id: 'size',
      header: t('documents.field.size'),
      align: 'right',
      card: 'left',
      cell: (row) => size(row.size),
    },
    {
      id: 'createdDate',
      header: t('documents.field.created'),
      sortable: true,
      align: 'right',
      card: 'left',
      cell: (row) => date(row.createdDate),
    },
    {
      id: 'actions',
      tools: true,
      header: t('projects.page.action'),
      card: 'right',
      cell: (row) => (
        <RowActions row={row} base={base} code={projectCode} save={save} onShow={setShowing} onDelete={setDeleting} />
      ),
    },
  ];
  return (
    <>
      {project?.rights.documents && !adding && <Unfinished code={projectCode} onGoOn={() => setAdding(true)} />}
      <DataTable
        name="documents"
        caption={t('projects.page.documents')}
        columns={columns}
        filters={[
          { id: 'title', kind: 'search', label: t('documents.field.title') },
          { id: 'description', kind: 'text', label: t('documents.field.description') },
          {
            id: 'documentType',
            kind: 'multi',
            label: t('documents.field.type'),
            options: DOCUMENT_TYPE_NAMES.map((name, type) => ({ value: String(type), label: pair(name) })),
          },
          { id: 'createdDate', kind: 'dateRange', label: t('documents.field.created') },
        ]}
        rows={result?.rows}
        totalRows={result?.totalRows ?? 0}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        rowActions={{ click: save, menu: (row) => void documents.copyLink(row) }}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          title: t('documents.list.empty'),
          ...(project?.rights.documents ? { hint: t('documents.list.emptyHint') } : {}),
        }}
        toolbar={
          <>
            {(result?.totalRows ?? 0) > 0 && (
              <Button variant="default" leftSection={<IconFileZip size={16} />} onClick={() => void saveAll()}>
                {t('documents.list.all')}
              </Button>
            )}
            {project?.rights.documents && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
                {t('documents.list.add')}
              </Button>
            )}
          </>
        }
      />
      {(result?.totalRows ?? 0) > 0 && (
        <p className="meta no-print" style={{ marginTop: 8 }}>
          {t('documents.list.hint')}
        </p>
      )}
      {adding && <UploadDialog code={projectCode} onClose={() => setAdding(false)} onDone={() => setAdding(false)} />}
      {showing && (
        <PreviewDialog
          code={projectCode}
          revision={{ ...showing, documentId: showing.id }}
          onSave={() => save(showing)}
          onClose={() => setShowing(null)}
        />
      )}
      {deleting && <DeleteDialog code={projectCode} row={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function RowActions({
  row,
  base,
  code,
  save,
  onShow,
  onDelete,
}: {
  row: ProjectDocument;
  base: string;
  code: string;
  save: (row: ProjectDocument) => void;
  onShow: (row: ProjectDocument) => void;
  onDelete: (row: ProjectDocument) => void;
}) {
  const { t, data } = useText();
  const { copyLink } = useDocuments(code);
  const title = data(row.title);
  return (
    <span style={{ display: 'flex', gap: 4, alignItems: 'center' }}>
      <Link
        to={`${base}/${code}/documents/${row.id}/revisions`}
        aria-label={t('documents.list.detailsOf', { title })}
        style={{ marginRight: 4 }}
      >
        {t('documents.list.details')}
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => save(row)}
        aria-label={t('documents.revisions.downloadOf', { title })}
      >
        <IconDownload size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => void copyLink(row)}
        aria-label={t('documents.revisions.copyOf', { title })}
      >
        <IconLink size={16} />
      </ActionIcon>
      {isShown({ ...row, documentId: row.id }) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => onShow(row)}
          aria-label={t('documents.revisions.showOf', { title })}
        >
          <IconEye size={16} />
        </ActionIcon>
      )}
      {row.canBeDeleted && (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => onDelete(row)}
          aria-label={`${t('documents.list.delete')}: ${title}`}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </span>
  );
}

function DeleteDialog({ code, row, onClose }: { code: string; row: ProjectDocument; onClose: () => void }) {
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call('DELETE /projects/:projectCode/documents/:documentId', {
        params: { projectCode: code, documentId: row.id },
      });
      notifySuccess(t('documents.list.deleted'));
    } catch (failure) {
      notifyFailure(failure, text);
    }
    onClose();
    await documentsChanged(client, code);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('documents.list.delete')}
      confirm={
        <Button color="red" loading={busy} onClick={() => void remove()}>
          {t('documents.list.delete')}
        </Button>
      }
    >
      {t('documents.list.deletePrompt', { title: data(row.title) })}
    </Dialog>
  );
}
