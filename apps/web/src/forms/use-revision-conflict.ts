import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RevisionConflict } from '@pimis/contract/forms';
import type { FormValues } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { notifyFailure } from '../ui/notify.tsx';
import { formQuery } from './api.ts';
import type { EditedForm } from './edited-form.ts';
import { startValues } from './start.ts';

/** A revision newer than the one on which the input is based, and the values of the latter. */
export interface Conflict {
  theirs: RevisionConflict;
  base: FormValues;
}

/** The conflict of the last save, until it is merged or put aside. */
export function useRevisionConflict({ form, project, draft }: Pick<EditedForm, 'form' | 'project' | 'draft'>) {
  const text = useText();
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const baseValues = async (): Promise<FormValues> => {
    if (draft.base === form.revision) return startValues(form);
    if (draft.base === 0) return form.defaults as FormValues;
    return startValues((await client.fetchQuery(formQuery(project.code, form.id, draft.base))).form);
  };
  const open = async (theirs: RevisionConflict) => {
    try {
      setConflict({ theirs, base: await baseValues() });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return { conflict, open, close: () => setConflict(null) };
}
