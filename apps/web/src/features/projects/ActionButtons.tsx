import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { AvailableAction, Project } from '@pimis/contract/projects';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { useText } from '../../i18n/use-text.ts';
import { IconPencil, IconSend } from '../../ui/icons.ts';
import { useCommands } from '../../ui/commands.ts';
import { stepPath } from '../../ui/step-path.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { stepLabel } from './step-label.ts';
import './project.css';

interface ActionButtonsProps {
  project: Project;
  /** The shown phase is the current one. */
  current: boolean;
  /** False if no step is offered any more. A dialog opened before stays open. */
  isOffered?: boolean;
}

/**
 * The next step of this user, as the only filled button while the shown phase is the current one: a link to its form or
 * list, or the step itself. The other steps are buttons beside it.
 */
export function ActionButtons({ project, current, isOffered = true }: ActionButtonsProps) {
  const text = useText();
  const { t, pair } = text;
  const labelOf = (action: AvailableAction) => stepLabel(action, project.draftRemarks, text);
  // The dialog keeps the state for which it was opened, whatever somebody else does meanwhile.
  const [opened, setOpened] = useState<{ project: Project; actions: AvailableAction[] } | null>(null);
  const offered = isOffered ? project.availableActions : [];
  const deciding = project.phaseStatus === PHASE_STATUS.waitingCommission && offered.length > 0;
  const main = offered.find((action) => action.id === project.taskAction);
  const others = deciding ? [] : offered.filter((action) => action !== main);
  const first = offered[0];
  const { nextStep } = project;
  const choose = (action: AvailableAction) => setOpened({ project, actions: deciding ? offered : [action] });
  useCommands(
    offered.flatMap((action) =>
      action.disabled === null ? [{ title: pair(action.label), run: () => choose(action) }] : [],
    ),
  );
  const elsewhere = isOffered && current && nextStep && nextStep.place !== 'project' ? nextStep : null;
  if (!first && !elsewhere && !opened) return null;
  return (
    <div className="action-buttons">
      {elsewhere && (
        <Button
          component={Link}
          to={stepPath(project, elsewhere, elsewhere.form)}
          leftSection={<IconPencil size={16} />}
        >
          {pair(elsewhere.label)}
        </Button>
      )}
      {deciding && current && first && (
        <Button onClick={() => choose(first)} leftSection={<IconSend size={16} />}>
          {nextStep ? pair(nextStep.label) : t('projects.page.commissionTitle')}
        </Button>
      )}
      {!deciding && current && main && <StepButton action={main} label={labelOf(main)} main onChoose={choose} />}
      {others.map((action) => (
        <StepButton key={action.id} action={action} label={labelOf(action)} main={false} onChoose={choose} />
      ))}
      {opened && <ActionDialog {...opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** A step as a button, with the reason below it if it is not available. */
function StepButton({
  action,
  label,
  main,
  onChoose,
}: {
  action: AvailableAction;
  label: string;
  main: boolean;
  onChoose: (action: AvailableAction) => void;
}) {
  const { pair } = useText();
  const id = useId();
  const reason = action.disabled && pair(action.disabled.reason);
  return (
    <div className="action-step">
      <Button
        variant={main ? 'filled' : 'default'}
        leftSection={main && <IconSend size={16} />}
        data-disabled={reason ? true : undefined}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? id : undefined}
        onClick={() => !reason && onChoose(action)}
      >
        {label}
      </Button>
      {reason && (
        <p className="action-reason" id={id}>
          {reason}
        </p>
      )}
    </div>
  );
}
