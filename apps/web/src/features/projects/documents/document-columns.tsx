import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ProjectDocument } from '@pimis/contract/documents';
import { DOCUMENT_TYPE_NAMES } from '@pimis/domain/documents/files';
import { type Text, useText } from '../../../i18n/use-text.ts';
import type { Column } from '../../../ui/DataTable/columns.ts';
import type { Filter } from '../../../ui/DataTable/filter.ts';
import { IconDownload, IconEye, IconLink, IconTrash } from '../../../ui/icons.ts';
import { isShown } from './PreviewDialog.tsx';

/** Actions for a document in the table. */
interface DocumentActions {
  /** The address of the documents of the project. */
  path: string;
  save: (row: ProjectDocument) => void;
  copyLink: (row: ProjectDocument) => void;
  show: (row: ProjectDocument) => void;
  remove: (row: ProjectDocument) => void;
}

/** The buttons of a document. */
function RowActions({ row, actions }: { row: ProjectDocument; actions: DocumentActions }) {
  const { t, data } = useText();
  const title = data(row.title);
  return (
    <span style={{ display: 'flex', gap: 4, alignItems: 'center' }}>
      <Link
        to={`${actions.path}/${row.id}/revisions`}
        aria-label={t('documents.list.detailsOf', { title })}
        style={{ marginRight: 4 }}
      >
        {t('documents.list.details')}
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => actions.save(row)}
        aria-label={t('documents.revisions.downloadOf', { title })}
      >
        <IconDownload size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => actions.copyLink(row)}
        aria-label={t('documents.revisions.copyOf', { title })}
      >
        <IconLink size={16} />
      </ActionIcon>
      {isShown({ ...row, documentId: row.id }) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => actions.show(row)}
          aria-label={t('documents.revisions.showOf', { title })}
        >
          <IconEye size={16} />
        </ActionIcon>
      )}
      {row.canBeDeleted && (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => actions.remove(row)}
          aria-label={`${t('documents.list.delete')}: ${title}`}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </span>
  );
}

/** Columns of the documents of a project. */
export function documentColumns(
  { t, data, date, pair, size }: Text,
  actions: DocumentActions,
): Column<ProjectDocument>[] {
  return [
    {
      id: 'title',
      header: t('documents.field.title'),
      sortable: true,
      card: 'title',
      cell: (row) => (
        <button type="button" className="row-button table-words strong" onClick={() => actions.save(row)}>
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
      cell: (row) => <RowActions row={row} actions={actions} />,
    },
  ];
}

/** Filters of the documents of a project, whose types are offered. */
export function documentFilters({ t, pair }: Text, types: readonly number[]): Filter[] {
  return [
    { id: 'title', kind: 'search', label: t('documents.field.title') },
    { id: 'description', kind: 'text', label: t('documents.field.description') },
    {
      id: 'documentType',
      kind: 'multi',
      label: t('documents.field.type'),
      options: DOCUMENT_TYPE_NAMES.flatMap((name, type) =>
        types.includes(type) ? [{ value: String(type), label: pair(name) }] : [],
      ),
    },
    { id: 'createdDate', kind: 'dateRange', label: t('documents.field.created') },
  ];
}
