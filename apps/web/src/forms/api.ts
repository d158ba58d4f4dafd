import { queryOptions } from '@tanstack/react-query';
import type { FormInput, FormSaved } from '@pimis/contract/forms';
import type { ProjectHead } from '@pimis/contract/projects';
import { call } from '../api/client.ts';

export type FormProject = ProjectHead;

export function formQuery(code: string, formId: number, revision: number | undefined) {
  return queryOptions({
    queryKey: ['form', code, formId, revision ?? 'newest'],
    // What is being typed must not be replaced under the hands of the person who types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const params = { projectCode: code, phaseFormId: formId };
      const { payload, additional } = revision
        ? await call('GET /projects/:projectCode/forms/:phaseFormId/revision/:revision', {
            params: { ...params, revision },
          })
        : await call('GET /projects/:projectCode/forms/:phaseFormId', { params });
      return { form: payload, project: additional.project };
    },
  });
}

export async function submitForm(input: FormInput): Promise<FormSaved> {
  return (await call('POST /projects/form-input', { body: input })).additional;
}
