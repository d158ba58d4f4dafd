import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ListItem } from '@pimis/contract/lists';
import type { ActionRequest, Project } from '@pimis/contract/projects';
import { ApiFailure, call } from '../../api/client.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { ActionDialog } from '../projects/ActionDialog.tsx';
import { projectQuery } from '../projects/api.ts';

/** Somebody else has decided on the project since the list was read. */
const DECIDED = new ApiFailure(409, 'InvalidProjectAction');

type Decided = Pick<ListItem, 'projectCode' | 'projectName'> & Partial<Pick<ListItem, 'pimisCommented'>>;

interface DecideProps {
  items: readonly Decided[];
  /** The list on which several projects are decided together; null if each is decided by itself. */
  list: { type: number; name: string } | null;
  onClose: () => void;
  onDone?: () => void;
  onNext?: (() => void) | undefined;
}

/** The steps that can be taken now. */
const decisionsOf = ({ availableActions }: Project) => availableActions.filter(({ disabled }) => disabled === null);

/** Records a decision on one project, or the commission's decision on several. */
export function DecideDialog({ items, list, onClose, onDone, onNext }: DecideProps) {
  const text = useText();
  const client = useQueryClient();
  const code = items[0]?.projectCode ?? '';
  const { data, error, isFetching } = useQuery({ ...projectQuery(code), enabled: code !== '' });
  // The cached project may be older than its place on the list, so the reload is awaited.
  const read = isFetching || error ? undefined : data;
  // A decision of somebody else is reported when this one is sent; until then the input stays.
  const [opened, setOpened] = useState<Project>();
  const open = read && decisionsOf(read).length > 0;
  if (open && !opened) setOpened(read);
  const project = opened ?? (open ? read : undefined);
  const failure = project ? null : read ? DECIDED : error;
  const refuse = useEffectEvent((reason: Error) => {
    notifyFailure(reason, text);
    onClose();
    void projectsMoved(client, [code]);
  });
  useEffect(() => {
    if (failure) refuse(failure);
  }, [failure]);
  const several = items.length > 1;
  if (!project) return null;
  const together = {
    projects: items.map((item) => ({
      code: item.projectCode,
      name: item.projectName,
      pimisCommented: item.pimisCommented ?? true,
    })),
    send: async (input: ActionRequest) => {
      if (!list) throw new Error('Several projects are decided on a list');
      const body = { ...input, projectCodes: items.map((item) => item.projectCode) };
      await call('PUT /projects/lists/:projectTypeList/:projectListName/decisions', {
        params: { projectTypeList: list.type, projectListName: list.name },
        body,
      });
    },
  };
  return (
    <ActionDialog
      project={project}
      actions={decisionsOf(project)}
      {...(several ? { together } : {})}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
      onNext={onNext}
    />
  );
}
