import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AvailableAction, Project } from '@pimis/contract/projects';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { useText } from '../../i18n/use-text.ts';
import { IconChevronDown, IconPencil, IconSend } from '../../ui/icons.ts';
import { stepPath } from '../../ui/step-path.ts';
import { ActionDialog } from './ActionDialog.tsx';

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
  const elsewhere = current && nextStep && nextStep.place !== 'project' ? nextStep : null;
  if (!first && !elsewhere) return null;
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
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
      {!deciding && current && main && (
        <Button
          leftSection={<IconSend size={16} />}
          data-disabled={main.disabled ? true : undefined}
          aria-disabled={main.disabled ? true : undefined}
          aria-describedby={main.disabled ? 'main-action-reason' : undefined}
          onClick={() => !main.disabled && setChosen(main)}
        >
          {pair(main.label)}
        </Button>
      )}
      {!deciding && current && main?.disabled && (
        <p className="action-reason" id="main-action-reason">
          {pair(main.disabled.reason)}
        </p>
      )}
      {!deciding && other && others.length === 1 && !(main && current) && (
        <OtherButton action={other} onChoose={setChosen} />
      )}
      {!deciding && (others.length > 1 || (others.length === 1 && main && current)) && (
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              {t('projects.page.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item key={action.id} disabled={action.disabled !== null} onClick={() => setChosen(action)}>
                {pair(action.label)}
                {action.disabled && (
                  <span className="meta" style={{ display: 'block' }}>
                    {pair(action.disabled.reason)}
                  </span>
                )}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
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

function OtherButton({ action, onChoose }: { action: AvailableAction; onChoose: (action: AvailableAction) => void }) {
  const { pair } = useText();
  const reason = action.disabled && pair(action.disabled.reason);
  return (
    <>
      <Button
        variant="default"
        data-disabled={reason ? true : undefined}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? 'other-action-reason' : undefined}
        onClick={() => !reason && onChoose(action)}
      >
        {pair(action.label)}
      </Button>
      {reason && (
        <p className="action-reason" id="other-action-reason">
          {reason}
        </p>
      )}
    </>
  );
}
