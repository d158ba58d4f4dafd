import { Button, Radio, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentRevision } from '@pimis/contract/documents';
import { isDay } from '@pimis/domain/dates/dates';
import { call } from '../../../api/client.ts';
import { configurationQuery } from '../../../api/common.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconCopy } from '../../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { revisionsQuery } from './api.ts';
import { linkOf, useDocuments } from './use-documents.ts';

/**
 * Settings of a revision's link: who may open it, until when, and a button to revoke it. Each change applies at once.
 */
export function LinkDialog({
  code,
  revision,
  onClose,
}: {
  code: string;
  revision: DocumentRevision;
  onClose: () => void;
}) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const { data: configuration } = useQuery(configurationQuery);
  const { copyLink } = useDocuments(code);
  const [day, setDay] = useState(revision.linkExpiresOn);
  // The choice is shown at once; the server's state follows with the next read.
  const [chosen, setChosen] = useState(revision.secureLink);
  const [revoking, setRevoking] = useState(false);
  const place = { projectCode: code, documentId: revision.documentId };
  const change = async (send: () => Promise<unknown>, done: string) => {
    try {
      await send();
      notifySuccess(done);
    } catch (failure) {
      setChosen(revision.secureLink);
      notifyFailure(failure, text);
    }
    await client.invalidateQueries({ queryKey: revisionsQuery(code, revision.documentId).queryKey });
  };
  const secure = (secureLink: boolean) => {
    setChosen(secureLink);
    return change(
      () =>
        call('PUT /projects/:projectCode/documents/:documentId/revisions/:revision/security/:secureLink', {
          params: { ...place, revision: revision.revision, secureLink },
        }),
      t('documents.link.saved'),
    );
  };
  const expire = (expiresOn: string | null) => {
    setDay(expiresOn);
    if (expiresOn !== null && (!isDay(expiresOn) || (configuration && expiresOn < configuration.today))) return;
    void change(
      () =>
        call('PUT /projects/:projectCode/documents/:documentId/revisions/:revisionId/link', {
          params: { ...place, revisionId: revision.id },
          body: { expiresOn },
        }),
      t('documents.link.saved'),
    );
  };
  const revoke = async () => {
    // Twice, it would revoke the link that has just been made.
    if (revoking) return;
    setRevoking(true);
    setChosen(true);
    await change(
      () =>
        call('DELETE /projects/:projectCode/documents/:documentId/revisions/:revisionId/link', {
          params: { ...place, revisionId: revision.id },
        }),
      t('documents.link.revoked'),
    );
    setRevoking(false);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('documents.link.title', { n: revision.revision })}
      width="compare"
      footer={
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div style={{ display: 'grid', gap: 14 }}>
        <Radio.Group
          label={t('documents.link.access')}
          value={String(chosen)}
          onChange={(value) => void secure(value === 'true')}
        >
          <div style={{ display: 'grid', gap: 8, marginTop: 6 }}>
            <Radio value="true" label={t('documents.link.secured')} description={t('documents.link.securedHint')} />
            <Radio value="false" label={t('documents.link.public')} description={t('documents.link.publicHint')} />
          </div>
        </Radio.Group>
        <div style={{ display: 'flex', gap: 8, alignItems: 'flex-end' }}>
          <TextInput style={{ flex: 1 }} label={t('documents.link.address')} value={linkOf(revision)} readOnly />
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copyLink(revision)}>
            {t('documents.revisions.copy')}
          </Button>
        </div>
        <DateField
          label={t('documents.link.expires')}
          value={day}
          onChange={expire}
          {...(configuration ? { min: configuration.today } : {})}
        />
        <div>
          <p className="meta">{t('documents.link.opened', { n: revision.linkOpened })}</p>
          <p className="meta" style={{ margin: '8px 0' }}>
            {t('documents.link.revokeHint')}
          </p>
          <Button variant="default" loading={revoking} onClick={() => void revoke()}>
            {t('documents.link.revoke')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
