import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ProjectForm } from '@pimis/contract/forms';
import { ApiFailure } from '../api/client.ts';
import { projectQuery } from '../features/projects/api.ts';
import { useText } from '../i18n/use-text.ts';
import { notifyWarning } from '../ui/notify.tsx';
import { formQuery } from './api.ts';
import { closedMeanwhile } from './closed-meanwhile.ts';
import type { EditedForm } from './edited-form.ts';
import { newestRevision } from './start.ts';

const FORBIDDEN = 403;
const CONFLICT = 409;

/** Reloads the form and its project after a change by the user or a colleague. */
export function useFreshForm({
  store,
  form,
  project,
  draft,
}: Pick<EditedForm, 'store' | 'form' | 'project' | 'draft'>) {
  const { t, data } = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });

  const readAnew = async () => {
    await client.invalidateQueries({ queryKey: ['project', project.code] });
    await client.invalidateQueries({ queryKey: ['dashboard'] });
    await client.invalidateQueries({ queryKey: ['form', project.code, form.id] });
  };
  /** Shows the newest revision, even if the URL names another one. */
  const reload = async () => {
    const base = path.replace(/\/revision\/\d+$/, '');
    await readAnew();
    if (base !== path) await navigate({ to: base, ignoreBlocker: true });
  };
  /**
   * Notifies a user who could edit the form or comment in it that this is no longer possible, for example because a
   * colleague has locked it. Returns whether it did.
   */
  const isClosingTold = (present: ProjectForm): boolean => {
    const parts = closedMeanwhile(form, present, { hasInput: store.changed, isUnkept: draft.isUnkept });
    if (!parts) return false;
    const texts = parts.map((part) => t(`forms.closedMeanwhile.${part}`, { name: data(present.lockedBy ?? '') }));
    notifyWarning(texts.join(' '), { stays: true });
    return true;
  };
  /**
   * Reloads the form after a refusal. Returns whether the refusal is explained by the form having been closed
   * meanwhile.
   */
  const isExplainedByClosing = async (failure: unknown): Promise<boolean> => {
    if (!(failure instanceof ApiFailure) || ![FORBIDDEN, CONFLICT].includes(failure.httpStatus)) return false;
    // Input stays, and so does its draft.
    await readAnew();
    const present = await client.fetchQuery(formQuery(project.code, form.id, undefined)).catch(() => null);
    return present !== null && isClosingTold(present.form);
  };
  /**
   * Reloads the form when the user comes back to it, but only at the URL without a revision: at another one, typed
   * input would disappear with its editor. Input stays; users who can no longer save it, or all of it, are notified.
   */
  const readOnReturn = async () => {
    const { queryKey } = formQuery(project.code, form.id, undefined);
    const shown = [queryKey, projectQuery(project.code).queryKey];
    await Promise.all(shown.map((key) => client.refetchQueries({ queryKey: key, exact: true, type: 'active' })));
    const present = client.getQueryData(queryKey)?.form;
    if (!present || isClosingTold(present)) return;
    if (form.rights.edit && store.changed && newestRevision(present) > newestRevision(form)) {
      notifyWarning(t('forms.draft.older'));
    }
  };
  return { reload, isExplainedByClosing, readOnReturn };
}
