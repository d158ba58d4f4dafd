import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DocumentRevision } from '@pimis/contract/documents';
import { useText } from '../../../i18n/use-text.ts';
import { IconDownload, IconEye, IconLink, IconTrash } from '../../../ui/icons.ts';
import { isShown } from './PreviewDialog.tsx';
import { useDocuments } from './use-documents.ts';

interface CardProps {
  revision: DocumentRevision;
  code: string;
  /** The revision of the address. */
  chosen: boolean;
  mayChange: boolean;
  onSave: () => void;
  onShow: () => void;
  onLink: () => void;
  onDelete: () => void;
}

/** A revision: its data, its downloads, its actions. */
export function RevisionCard({ revision, code, chosen, mayChange, onSave, onShow, onLink, onDelete }: CardProps) {
  const { t, data, instant, size } = useText();
  const { copyLink } = useDocuments(code);
  const number = t('documents.revisions.number', { n: revision.revision });
  const fact = (label: string, value: ReactNode, className?: string) => (
    <div className={className}>
      <dt>{label}</dt>
      <dd className={className === 'wide' ? undefined : className}>{value}</dd>
    </div>
  );
  return (
    <section className="panel revision-card" aria-label={number} data-chosen={chosen || undefined}>
      <div className="panel-head">
        <h3>{number}</h3>
        <span className="strong" style={{ overflowWrap: 'anywhere' }}>
          {data(revision.title)}.{revision.extension}
        </span>
        <span className="meta">{t(`documents.revisions.${revision.secureLink ? 'secured' : 'public'}`)}</span>
        {revision.scan === 'waiting' && <span className="meta">{t('documents.revisions.waits')}</span>}
        {revision.scan === 'found' && (
          <span className="late">{t('documents.revisions.infected', { finding: revision.scanFinding ?? '' })}</span>
        )}
        <span style={{ marginLeft: 'auto', display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          {isShown({ ...revision, revisionId: revision.id }) && (
            <Button variant="default" size="xs" leftSection={<IconEye size={16} />} onClick={onShow}>
              {t('documents.revisions.show')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} />}
            onClick={onSave}
            disabled={revision.scan !== 'clean'}
          >
            {t('documents.revisions.download')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLink size={16} />}
            onClick={() => (mayChange ? onLink() : void copyLink(revision))}
          >
            {t(mayChange ? 'documents.revisions.link' : 'documents.revisions.copy')}
          </Button>
          {revision.canBeDeleted && (
            <Button variant="default" size="xs" leftSection={<IconTrash size={16} />} onClick={onDelete}>
              {t('documents.revisions.delete')}
            </Button>
          )}
        </span>
      </div>
      <dl className="revision-facts">
        {fact(t('documents.field.created'), instant(revision.createdDate))}
        {revision.createdUser && fact(t('documents.field.createdBy'), data(revision.createdUser))}
        {fact(t('documents.field.extension'), revision.extension)}
        {fact(t('documents.field.size'), size(revision.size))}
        {fact(t('documents.field.hash'), <span className="hash">{revision.hash}</span>, 'wide')}
        {fact(t('documents.field.description'), data(revision.description), 'wide')}
        {revision.comment && fact(t('documents.field.comment'), data(revision.comment), 'wide')}
      </dl>
      <Downloads downloads={revision.downloads} />
    </section>
  );
}

function Downloads({ downloads }: Pick<DocumentRevision, 'downloads'>) {
  const { t, data, instant } = useText();
  return (
    <details className="revision-history">
      <summary>{t('documents.revisions.history', { n: downloads.length })}</summary>
      {downloads.length === 0 ? (
        <p className="meta">{t('documents.revisions.nobody')}</p>
      ) : (
        <div
          className="scroll-x"
          tabIndex={0}
          role="group"
          aria-label={t('documents.revisions.history', { n: downloads.length })}
        >
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">{t('documents.revisions.who')}</th>
                <th scope="col">{t('documents.revisions.first')}</th>
                <th scope="col">{t('documents.revisions.last')}</th>
              </tr>
            </thead>
            <tbody>
              {downloads.map(({ userName, firstDownloadDate, lastDownloadDate }) => (
                <tr key={`${userName} ${firstDownloadDate}`}>
                  <td>{userName === null ? t('documents.revisions.anonymous') : data(userName)}</td>
                  <td>{instant(firstDownloadDate)}</td>
                  <td>{instant(lastDownloadDate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
