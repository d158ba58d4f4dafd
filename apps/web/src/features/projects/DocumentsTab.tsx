import { ActionIcon, Button, FileButton, Textarea, TextInput } from '@mantine/core';
import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectDocument } from '@pimis/contract/documents';
import { call, download } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { documentsQuery, projectQuery, uploadDocument } from './api.ts';
import { useAddress } from '../../ui/address.ts';

const KIBI = 1024;

/** Adds one file to a project, with the description that the specification requires. */
export function UploadDialog({
  code,
  onClose,
  onDone,
}: {
  code: string;
  onClose: () => void;
  onDone: (made: ProjectDocument) => void;
}) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setTried(true);
    if (!file || description.trim() === '' || busy) return;
    setBusy(true);
    try {
      const made = await uploadDocument(code, {
        title: title.trim() || file.name.replace(/\.[^.]+$/, ''),
        description,
        documentType: 0,
        file,
      });
      await client.invalidateQueries({ queryKey: ['project', code, 'documents'] });
      notifySuccess(t('projects.documents.uploaded'));
      onDone(made);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('projects.documents.add')}
      width="decide"
      unsaved={file !== null || title.trim() !== '' || description.trim() !== ''}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => void submit()} loading={busy}>
            {t('projects.documents.upload')}
          </Button>
        </>
      }
    >
      <p className="strong" style={{ fontSize: 14, marginBottom: 4 }}>
        {t('projects.documents.file')}
      </p>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center', marginBottom: 12 }}>
        <FileButton onChange={(chosen) => setFile(chosen)} inputProps={{ 'aria-label': t('projects.documents.file') }}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('projects.documents.choose')}
            </Button>
          )}
        </FileButton>
        <span className="second">{file?.name}</span>
      </div>
      {tried && !file && <p className="late">{t('common.required')}</p>}
      <TextInput
        label={t('projects.documents.title')}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        maxLength={250}
        mb={12}
      />
      <Textarea
        label={t('projects.documents.description')}
        required
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={tried && description.trim() === '' ? t('common.required') : undefined}
        maxLength={4000}
      />
    </Dialog>
  );
}

/** Documents of a project. */
export function DocumentsTab() {
  const text = useText();
  const { t, data, date } = text;
  const { projectCode = '' } = useAddress();
  const client = useQueryClient();
  const { data: project } = useQuery(projectQuery(projectCode));
  const [state, setState] = useTableState();
  const { data: result, error, refetch } = useQuery(documentsQuery(projectCode, listParameters(state)));
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<ProjectDocument | null>(null);
  const remove = async (document: ProjectDocument) => {
    try {
      await call('DELETE /projects/:projectCode/documents/:documentId', {
        params: { projectCode, documentId: document.id },
      });
      notifySuccess(t('projects.documents.deleted'));
    } catch (failure) {
      notifyFailure(failure, text);
    }
    setDeleting(null);
    await client.invalidateQueries({ queryKey: ['project', projectCode, 'documents'] });
  };
  const save = async (row: ProjectDocument) => {
    try {
      await download(
        `projects/${projectCode}/documents/${row.id}/revisions/${row.revisionId}/download`,
        `${row.title}.${row.extension}`,
      );
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  const columns: Column<ProjectDocument>[] = [
    {
      id: 'title',
      header: t('projects.documents.title'),
      sortable: true,
      card: 'title',
      cell: (row) => (
        <span className="strong">
          {data(row.title)}.{row.extension}
        </span>
      ),
    },
    {
      id: 'description',
      header: t('projects.documents.description'),
      sortable: true,
      card: 'meta',
      cell: (row) => data(row.description),
    },
    {
      id: 'revision',
      header: t('projects.documents.revision'),
      sortable: true,
      align: 'right',
      cell: (row) => row.revision,
    },
    {
      id: 'size',
      header: t('projects.documents.size'),
      align: 'right',
      cell: (row) => `${Math.max(1, Math.round(row.size / KIBI)).toLocaleString('sr-RS')} kB`,
    },
    {
      id: 'createdDate',
      header: t('projects.documents.created'),
      sortable: true,
      align: 'right',
      card: 'left',
      cell: (row) => date(row.createdDate),
    },
    {
      id: 'actions',
      header: '',
      card: 'right',
      cell: (row) => (
        <span style={{ display: 'flex', gap: 4, justifyContent: 'flex-end' }}>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => void save(row)}
            aria-label={t('projects.documents.download', { title: data(row.title) })}
          >
            <IconDownload size={16} />
          </ActionIcon>
          {row.canBeDeleted && (
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={() => setDeleting(row)}
              aria-label={`${t('projects.documents.delete')}: ${data(row.title)}`}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <DataTable
        name="documents"
        caption={t('projects.page.documents')}
        columns={columns.map((column) =>
          column.id === 'actions' ? { ...column, header: t('projects.page.operation') } : column,
        )}
        filters={[
          { id: 'title', kind: 'search', label: t('projects.documents.title') },
          { id: 'createdDate', kind: 'dateRange', label: t('projects.documents.created') },
        ]}
        rows={result?.rows}
        totalRows={result?.totalRows ?? 0}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('projects.documents.empty'), hint: t('projects.documents.emptyHint') }}
        toolbar={
          project?.rights.documents && (
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
              {t('projects.documents.add')}
            </Button>
          )
        }
      />
      {adding && <UploadDialog code={projectCode} onClose={() => setAdding(false)} onDone={() => setAdding(false)} />}
      {deleting && (
        <Dialog
          opened
          onClose={() => setDeleting(null)}
          title={t('projects.documents.delete')}
          footer={
            <>
              <Button variant="default" onClick={() => setDeleting(null)}>
                {t('common.cancel')}
              </Button>
              <Button color="red" onClick={() => void remove(deleting)}>
                {t('projects.documents.delete')}
              </Button>
            </>
          }
        >
          {t('projects.documents.deletePrompt', { title: data(deleting.title) })}
        </Dialog>
      )}
    </>
  );
}
