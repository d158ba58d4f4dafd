import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { ActionButtons } from '../features/projects/ActionButtons.tsx';
import { projectQuery } from '../features/projects/api.ts';
import type { FormProject } from './api.ts';

interface NextStepsProps {
  form: ProjectForm;
  project: FormProject;
  /** The form that is shown is locked, in its newest revision. */
  isLocked: boolean;
  /** The button that was pressed is gone: the first step takes the focus. */
  focus: boolean;
}

/**
 * Steps of this user on the project, shown below the locked form. Their dialog stays open if somebody else unlocks the
 * form.
 */
export function NextSteps({ form, project, isLocked, focus }: NextStepsProps) {
  const { data: stands } = useQuery({ ...projectQuery(project.code), enabled: isLocked });
  const steps = useRef<HTMLSpanElement>(null);
  const isOffered = isLocked && stands?.projectPhaseId === form.projectPhaseId;
  useEffect(() => {
    if (focus && isOffered) steps.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [focus, isOffered]);
  if (!stands) return null;
  // The marks of this form are above on the same page, so no button leads to them.
  const { nextStep } = stands;
  const shown = nextStep?.form?.id === form.id ? { ...stands, nextStep: null } : stands;
  return (
    <span ref={steps} hidden={!isOffered}>
      <ActionButtons project={shown} current isOffered={isOffered} />
    </span>
  );
}
