import { queryOptions } from '@tanstack/react-query';
import type { FormInput, FormSaved } from '@pimis/contract/forms';
import type { ProjectHead } from '@pimis/contract/projects';
import { call } from '../api/client.ts';

export type FormProject = ProjectHead;

/** The time for which a prefetched form can be used by its screen. */
const AHEAD_MS = 5000;

/** A form, the newest revision or another. */
async function readForm(code: string, formId: number, revision: number | undefined) {
  const params = { projectCode: code, phaseFormId: formId };
  const { payload, additional } = revision
    ? await call('GET /projects/:projectCode/forms/:phaseFormId/revision/:revision', {
        params: { ...params, revision },
      })
    : await call('GET /projects/:projectCode/forms/:phaseFormId', { params });
  return { form: payload, project: additional.project };
}

const formKey = (code: string, formId: number, revision: number | undefined) => [
  'form',
  code,
  formId,
  revision ?? 'newest',
];

/**
 * A form that is loaded before its screen. It has a key of its own and serves one screen for a moment; opening the form
 * later loads it again.
 */
export function formAheadQuery(code: string, formId: number, revision: number | undefined) {
  return queryOptions({
    queryKey: [...formKey(code, formId, revision), 'ahead'],
    gcTime: AHEAD_MS,
    queryFn: () => readForm(code, formId, revision),
  });
}

export function formQuery(code: string, formId: number, revision: number | undefined) {
  const queryKey = formKey(code, formId, revision);
  return queryOptions({
    queryKey,
    // The editor itself reloads it when the user comes back, but never during a save.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ client }) => {
      const ahead = formAheadQuery(code, formId, revision);
      // A shown form is loaded again only because something has happened.
      if (client.getQueryData(queryKey) !== undefined) return readForm(code, formId, revision);
      try {
        return await client.fetchQuery(ahead);
      } finally {
        client.removeQueries({ queryKey: ahead.queryKey, exact: true });
      }
    },
  });
}

export async function submitForm(input: FormInput): Promise<FormSaved> {
  return (await call('POST /projects/form-input', { body: input })).additional;
}
