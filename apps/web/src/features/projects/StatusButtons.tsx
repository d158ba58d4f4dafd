import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../api/client.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconArchive, IconArchiveOff, IconBan } from '../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { activityText } from '../../i18n/activity-text.ts';

const COMMENT_MAX = 4000;

/** Finishing a pending project, archiving a finished one, and back; for administrators. */
export function StatusButtons({ project }: { project: Project }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { pending, finished, archived } = PROJECT_STATUS;
  if (!project.rights.archive || project.isMerged) return null;
  // Only the commission's decision finishes a project on a list.
  if (project.status === pending && project.phaseStatus === PHASE_STATUS.waitingCommission) return null;
  const step = {
    [pending]: { key: 'finish', to: finished, label: t('projects.page.finish'), icon: <IconBan size={16} /> },
    [finished]: { key: 'archive', to: archived, label: t('projects.page.archive'), icon: <IconArchive size={16} /> },
    [archived]: {
      key: 'unarchive',
      to: finished,
      label: t('projects.page.unarchive'),
      icon: <IconArchiveOff size={16} />,
    },
  }[project.status];
  if (!step) return null;
  const needsComment = project.status === pending;
  const change = async () => {
    setTried(true);
    if (busy || (needsComment && isBlank(comment))) return;
    setBusy(true);
    try {
      await call('PATCH /projects/:projectCode', {
        params: { projectCode: project.code },
        body: { status: step.to, ...(isBlank(comment) ? {} : { comment: comment.trim() }) },
      });
      notifySuccess(`${activityText(step.key, text) ?? step.key}.`);
      setAsking(false);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await projectsMoved(client, [project.code]);
    }
  };
  return (
    <>
      <Button variant="default" leftSection={step.icon} onClick={() => setAsking(true)}>
        {step.label}
      </Button>
      {asking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={step.label}
          unsaved={!isBlank(comment)}
          confirm={
            <Button onClick={() => void change()} loading={busy}>
              {step.label}
            </Button>
          }
        >
          {needsComment && <p style={{ marginBottom: 12 }}>{t('projects.page.finishText')}</p>}
          <Textarea
            label={t('common.comment')}
            required={needsComment}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
            error={tried && needsComment && isBlank(comment) ? t('projects.page.commentRequired') : undefined}
            autosize
            minRows={3}
            maxLength={COMMENT_MAX}
            data-autofocus
          />
        </Dialog>
      )}
    </>
  );
}
