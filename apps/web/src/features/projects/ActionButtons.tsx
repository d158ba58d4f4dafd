import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { AvailableAction, Project } from '@pimis/contract/projects';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { useText } from '../../i18n/use-text.ts';
import { IconChevronDown, IconPencil, IconSend } from '../../ui/icons.ts';
import { useCommands } from '../../ui/commands.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { stepPath } from '../../ui/step-path.ts';
import { ActionDialog } from './ActionDialog.tsx';
import './project.css';

/**
 * What this user is to do next, as the one filled button while the phase that one looks at is the current one: the way
 * to the form or the list where it is done, or the step itself. The other steps that the server offers are in a menu.
 */
export function ActionButtons({ project, current }: { project: Project; current: boolean }) {
  const { t, pair } = useText();
  const [chosen, setChosen] = useState<AvailableAction | null>(null);
  const deciding = project.phaseStatus === PHASE_STATUS.waitingCommission && project.availableActions.length > 0;
  const main = project.availableActions.find((action) => action.id === project.mainAction);
  const others = project.availableActions.filter((action) => action !== main);
  const first = project.availableActions[0];
  const [other] = others;
  const { nextStep } = project;
  useCommands(
    project.availableActions.flatMap((action) =>
      action.disabled === null ? [{ title: pair(action.label), run: () => setChosen(action) }] : [],
    ),
  );
  const elsewhere = current && nextStep && nextStep.place !== 'project' ? nextStep : null;
  if (!first && !elsewhere) return null;
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
        <Button onClick={() => setChosen(first)} leftSection={<IconSend size={16} />}>
          {nextStep ? pair(nextStep.label) : t('projects.page.commissionTitle')}
        </Button>
      )}
      {!deciding && current && main && <StepButton action={main} main onChoose={setChosen} />}
      {!deciding && other && others.length === 1 && !(main && current) && (
        <StepButton action={other} main={false} onChoose={setChosen} />
      )}
      {!deciding && (others.length > 1 || (others.length === 1 && main && current)) && (
        <Menu
          width={280}
          opener={
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              {t('projects.page.more')}
            </Button>
          }
        >
          {others.map((action) => (
            <MenuItem key={action.id} disabled={action.disabled !== null} onClick={() => setChosen(action)}>
              {pair(action.label)}
              {action.disabled && (
                <span className="meta" style={{ display: 'block' }}>
                  {pair(action.disabled.reason)}
                </span>
              )}
            </MenuItem>
          ))}
        </Menu>
      )}
      {chosen && (
        <ActionDialog
          project={project}
          actions={deciding ? project.availableActions : [chosen]}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

/** A step as a button. Why it cannot be taken yet stands right below it, where everybody reads it. */
function StepButton({
  action,
  main,
  onChoose,
}: {
  action: AvailableAction;
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
        {pair(action.label)}
      </Button>
      {reason && (
        <p className="action-reason" id={id}>
          {reason}
        </p>
      )}
    </div>
  );
}
