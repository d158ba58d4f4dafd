import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import type { ProjectForm } from '@pimis/contract/forms';
import { ActionButtons } from '../features/projects/ActionButtons.tsx';
import { projectQuery } from '../features/projects/api.ts';
import { nextText } from '../features/projects/step-message.ts';
import { useOutcome } from '../features/projects/use-outcome.ts';
import { useText } from '../i18n/use-text.ts';
import type { FormProject } from './api.ts';

interface NextStepsProps {
  form: ProjectForm;
  project: FormProject;
  /** The newest revision is shown, and it is locked. */
  isLocked: boolean;
  /** The first step takes the focus, because the button that was pressed has disappeared. */
  focus: boolean;
}

/**
 * Steps of this user on the project, shown below the locked form; where there is none, who acts now. Their dialog stays
 * open if somebody else unlocks the form.
 */
export function NextSteps({ project, ...shown }: NextStepsProps) {
  const { data: stands } = useQuery({ ...projectQuery(project.code), enabled: shown.isLocked });
  return stands ? <Steps {...shown} stands={stands} /> : null;
}

function Steps({ form, stands, isLocked, focus }: Omit<NextStepsProps, 'project'> & { stands: Project }) {
  const text = useText();
  const outcome = useOutcome(stands);
  const isOffered = isLocked && stands.projectPhaseId === form.projectPhaseId;
  // The steps stay once they were offered, because a step taken here may move the project to its next phase.
  const [wasOffered, setWasOffered] = useState(isOffered);
  if (isOffered && !wasOffered) setWasOffered(true);
  useEffect(() => {
    if (focus && isOffered) outcome.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [focus, isOffered, outcome]);
  // The marks of this form are above on the same page, so no button leads to them.
  const { nextStep } = stands;
  const shown = nextStep?.form?.id === form.id ? { ...stands, nextStep: null } : stands;
  return (
    <span ref={outcome} className="form-steps" tabIndex={-1} hidden={!isLocked || !wasOffered}>
      {nextStep === null && <span className="strong">{nextText(stands, text)}</span>}
      <ActionButtons project={shown} current isOffered={isOffered} />
    </span>
  );
}
