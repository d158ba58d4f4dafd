import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { ActionButtons } from '../features/projects/ActionButtons.tsx';
import { projectQuery } from '../features/projects/api.ts';
import type { FormProject } from './api.ts';

interface NextStepsProps {
  form: ProjectForm;
  project: FormProject;
  /** The button that was pressed is gone: the first step takes the focus. */
  focus: boolean;
}

/** Steps of this user on the project, shown below the locked form. */
export function NextSteps({ form, project, focus }: NextStepsProps) {
  const { data: stands } = useQuery(projectQuery(project.code));
  const steps = useRef<HTMLSpanElement>(null);
  const offered = stands !== undefined && stands.projectPhaseId === form.projectPhaseId;
  useEffect(() => {
    if (focus && offered) steps.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [focus, offered]);
  if (!offered) return null;
  return (
    <span ref={steps} className="form-next">
      <ActionButtons project={stands} current />
    </span>
  );
}
