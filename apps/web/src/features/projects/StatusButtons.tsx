import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import { COMMENT_MAX_LENGTH } from '@pimis/domain/constants';
import { type StatusChange, statusChangeOf } from '@pimis/domain/projects/status-changes';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../api/client.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconArchive, IconArchiveOff, IconBan } from '../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { useKeptText } from '../../ui/use-kept-text.ts';
import { activityText } from '../../i18n/activity-text.ts';

const ICONS: Readonly<Record<StatusChange['key'], ReactNode>> = {
  finish: <IconBan size={16} />,
  archive: <IconArchive size={16} />,
  unarchive: <IconArchiveOff size={16} />,
};

/** Finishing a pending project, archiving a finished one, and back; for administrators. */
export function StatusButtons({ project }: { project: Project }) {
  // The dialog keeps the state for which it was opened, whatever somebody else does meanwhile.
  const [asked, setAsked] = useState<StatusChange | null>(null);
  const { t } = useText();
  const change = project.rights.archive ? statusChangeOf(project) : null;
  return (
    <>
      {change && (
        <Button variant="default" leftSection={ICONS[change.key]} onClick={() => setAsked(change)}>
          {t(`projects.page.${change.key}`)}
        </Button>
      )}
      {asked && <StatusDialog project={project} change={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface StatusDialogProps {
  project: Project;
  change: StatusChange;
  onClose: () => void;
}

function StatusDialog({ project, change, onClose }: StatusDialogProps) {
  const { code } = project;
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const label = t(`projects.page.${change.key}`);
  const { text: comment, change: setComment, drop: dropComment } = useKeptText(`status.${code}.${change.key}`);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const isMissing = change.needsComment && isBlank(comment);
  const cancel = () => {
    dropComment();
    onClose();
  };
  const confirm = async () => {
    setTried(true);
    if (busy || isMissing) return;
    setBusy(true);
    try {
      await call('PATCH /projects/:projectCode', {
        params: { projectCode: code },
        body: {
          status: change.to,
          expected: { status: change.from },
          ...(isBlank(comment) ? {} : { comment: comment.trim() }),
        },
      });
      notifySuccess(`${activityText(change.key, text) ?? change.key}.`);
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
      title={label}
      unsaved={!isBlank(comment)}
      confirm={
        <Button {...(change.key === 'finish' ? { color: 'red' } : {})} onClick={() => void confirm()} loading={busy}>
          {label}
        </Button>
      }
    >
      <p className="strong">{data(project.name)}</p>
      <p className="meta" style={{ marginBottom: 12 }}>
        {code} · {data(project.organizationName)}
      </p>
      <p style={{ marginBottom: 12 }}>{t(`projects.page.statusTexts.${change.key}`)}</p>
      <Textarea
        label={t('common.comment')}
        required={change.needsComment}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={tried && isMissing ? t('projects.page.commentRequired') : undefined}
        autosize
        minRows={3}
        maxLength={COMMENT_MAX_LENGTH}
        data-autofocus
      />
    </Dialog>
  );
}
