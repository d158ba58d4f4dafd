import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectDocument } from '@pimis/contract/documents';
import { useText } from '../../../i18n/use-text.ts';
import { useAddress } from '../../../ui/address.ts';
import { DataTable } from '../../../ui/DataTable/DataTable.tsx';
import { listParameters } from '../../../ui/DataTable/state.ts';
import { useTableState } from '../../../ui/DataTable/use-table-state.ts';
import { IconFileZip, IconPlus } from '../../../ui/icons.ts';
import { notifyFailure } from '../../../ui/notify.tsx';
import { documentsQuery, projectQuery, saveArchive } from '../api.ts';
import { useBase } from '../use-base.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { documentColumns, documentFilters } from './document-columns.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { Unfinished } from './Unfinished.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { useDocuments } from './use-documents.ts';
import './documents.css';

/** Documents of a project: a click on a row saves the content, a secondary click copies the link. */
export function DocumentsTab() {
  const text = useText();
  const { t } = text;
  const { projectCode = '' } = useAddress();
  const base = useBase();
  const { data: project } = useQuery(projectQuery(projectCode));
  const [state, setState] = useTableState('documents');
  const { data: result, error, refetch } = useQuery(documentsQuery(projectCode, listParameters(state)));
  // Chosen types stay among the options, also while the options load.
  const chosen = state.filters.documentType?.split(',').map(Number);
  const types = [...(result?.documentTypes ?? []), ...(chosen ?? [])];
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<ProjectDocument | null>(null);
  const [showing, setShowing] = useState<ProjectDocument | null>(null);
  const documents = useDocuments(projectCode);
  const save = (row: ProjectDocument) => void documents.save({ ...row, documentId: row.id });
  const copyLink = (row: ProjectDocument) => void documents.copyLink(row);
  const saveAll = async () => {
    try {
      await saveArchive(projectCode, 'documents', text.paper);
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <>
      {project?.rights.documents && !adding && <Unfinished code={projectCode} onGoOn={() => setAdding(true)} />}
      <DataTable
        name="documents"
        caption={t('projects.page.documents')}
        columns={documentColumns(text, {
          path: `${base}/${projectCode}/documents`,
          save,
          copyLink,
          show: setShowing,
          remove: setDeleting,
        })}
        filters={documentFilters(text, types)}
        rows={result?.rows}
        totalRows={result?.totalRows ?? 0}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        rowActions={{ click: save, menu: copyLink }}
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
