import { queryOptions } from '@tanstack/react-query';
import type { FormInput, FormSaved, ProjectForm } from '@pimis/contract/forms';
import { call } from '../api/client.ts';

/** The project as it stands beside a form. */
export interface FormProject {
  code: string;
  name: string;
  organizationName: string;
  proposerOrganizationName: string;
  status: number;
  phase: number;
  phaseStatus: number;
  projectPhaseId: number;
  foreignFunds: boolean;
}

export function formQuery(code: string, formId: number, revision: number | undefined) {
  return queryOptions({
    queryKey: ['form', code, formId, revision ?? 'newest'],
    // What is being typed must not be replaced under the hands of the person who types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const path = `projects/${code}/forms/${formId}${revision ? `/revision/${revision}` : ''}`;
      const { payload, additional } = await call<ProjectForm, { project: FormProject }>('GET', path);
      return { form: payload, project: additional.project };
    },
  });
}

export async function submitForm(input: FormInput): Promise<FormSaved> {
  return (await call<null, FormSaved>('POST', 'projects/form-input', input)).additional;
}
