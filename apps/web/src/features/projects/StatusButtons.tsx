import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../api/client.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconArchive, IconArchiveOff, IconBan } from '../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { useKeptText } from '../../ui/use-kept-text.ts';
import { activityText } from '../../i18n/activity-text.ts';

const COMMENT_MAX = 4000;

interface Step {
  key: string;
  from: number;
  to: number;
  label: string;
  icon: ReactNode;
  needsComment: boolean;
}

/** What an administrator may do with the project as a whole; null if nothing. */
function stepOf(project: Project, { t }: Text): Step | null {
  const { pending, finished, archived } = PROJECT_STATUS;
  if (!project.rights.archive || project.isMerged) return null;
  const from = project.status;
  switch (project.status) {
    case pending:
      // Only the commission's decision finishes a project on a list.
      if (project.phaseStatus === PHASE_STATUS.waitingCommission) return null;
      return {
        key: 'finish',
        from,
        to: finished,
        label: t('projects.page.finish'),
        icon: <IconBan size={16} />,
        needsComment: true,
      };
    case finished:
      return {
        key: 'archive',
        from,
        to: archived,
        label: t('projects.page.archive'),
        icon: <IconArchive size={16} />,
        needsComment: false,
      };
    case archived:
      return {
        key: 'unarchive',
        from,
        to: finished,
        label: t('projects.page.unarchive'),
        icon: <IconArchiveOff size={16} />,
        needsComment: false,
      };
    default:
      return null;
  }
}

/** Finishing a pending project, archiving a finished one, and back; for administrators. */
export function StatusButtons({ project }: { project: Project }) {
  // The dialog stays with what it was opened for, whatever somebody else does meanwhile.
  const [asked, setAsked] = useState<Step | null>(null);
  const step = stepOf(project, useText());
  return (
    <>
      {step && (
        <Button variant="default" leftSection={step.icon} onClick={() => setAsked(step)}>
          {step.label}
        </Button>
      )}
      {asked && <StatusDialog code={project.code} step={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function StatusDialog({ code, step, onClose }: { code: string; step: Step; onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const { text: comment, change: setComment, drop: dropComment } = useKeptText(`status.${code}.${step.key}`);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const isMissing = step.needsComment && isBlank(comment);
  const cancel = () => {
    dropComment();
    onClose();
  };
  const change = async () => {
    setTried(true);
    if (busy || isMissing) return;
    setBusy(true);
    try {
      await call('PATCH /projects/:projectCode', {
        params: { projectCode: code },
        body: {
          status: step.to,
          expected: { status: step.from },
          ...(isBlank(comment) ? {} : { comment: comment.trim() }),
        },
      });
      notifySuccess(`${activityText(step.key, text) ?? step.key}.`);
      cancel();
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await projectsMoved(client, [code]);
    }
  };
  return (
    <Dialog
      opened
      onClose={cancel}
      title={step.label}
      unsaved={!isBlank(comment)}
      confirm={
        <Button onClick={() => void change()} loading={busy}>
          {step.label}
        </Button>
      }
    >
      {step.needsComment && <p style={{ marginBottom: 12 }}>{t('projects.page.finishText')}</p>}
      <Textarea
        label={t('common.comment')}
        required={step.needsComment}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={tried && isMissing ? t('projects.page.commentRequired') : undefined}
        autosize
        minRows={3}
        maxLength={COMMENT_MAX}
        data-autofocus
      />
    </Dialog>
  );
}
