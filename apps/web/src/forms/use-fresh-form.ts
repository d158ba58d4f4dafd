import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { ApiFailure } from '../api/client.ts';
import { projectQuery } from '../features/projects/api.ts';
import { useText } from '../i18n/use-text.ts';
import { notifyWarning } from '../ui/notify.tsx';
import { formQuery } from './api.ts';
import type { EditedForm } from './edited-form.ts';
import { newestRevision } from './start.ts';

const FORBIDDEN = 403;
const CONFLICT = 409;

/** Reads the form and its project anew, after an own change or one of a colleague. */
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
  /** Shows the newest revision, also where the address names another one. */
  const reload = async () => {
    const base = path.replace(/\/revision\/\d+$/, '');
    await readAnew();
    if (base !== path) await navigate({ to: base, ignoreBlocker: true });
  };
  /** Tells that a colleague has locked the form meanwhile, and returns so. */
  const isLockTold = (present: ProjectForm): boolean => {
    if (form.status !== FORM_STATUS.unlocked || present.status !== FORM_STATUS.locked) return false;
    const { lockedBy } = present;
    const parts = [
      t('forms.lockedMeanwhile.locked'),
      ...(lockedBy === null ? [] : [t('forms.lockedMeanwhile.by', { name: data(lockedBy) })]),
      ...(store.changed ? [t(draft.isUnkept ? 'forms.lockedMeanwhile.unkept' : 'forms.lockedMeanwhile.kept')] : []),
      ...(store.changed && present.rights.comment ? [t('forms.lockedMeanwhile.comments')] : []),
    ];
    notifyWarning(parts.join(' '), { stays: true });
    return true;
  };
  /** Reads the form anew after a refusal: a colleague may have changed it. Returns whether their lock explains it. */
  const isExplainedByLock = async (failure: unknown): Promise<boolean> => {
    if (!(failure instanceof ApiFailure) || ![FORBIDDEN, CONFLICT].includes(failure.httpStatus)) return false;
    // Input stays, and so does its draft.
    await readAnew();
    const present = await client.fetchQuery(formQuery(project.code, form.id, undefined)).catch(() => null);
    return present !== null && isLockTold(present.form);
  };
  /**
   * Reads the form anew for who comes back to it. Only the address without a revision does: what is typed at another one
   * would leave the screen with its editor. Input stays; who may no longer save it, or beside what, is told.
   */
  const readOnReturn = async () => {
    const { queryKey } = formQuery(project.code, form.id, undefined);
    const shown = [queryKey, projectQuery(project.code).queryKey];
    await Promise.all(shown.map((key) => client.refetchQueries({ queryKey: key, exact: true, type: 'active' })));
    const present = client.getQueryData(queryKey)?.form;
    if (!present || !form.rights.edit || isLockTold(present)) return;
    if (store.changed && newestRevision(present) > newestRevision(form)) {
      notifyWarning(t('forms.draft.older'));
    }
  };
  return { reload, isExplainedByLock, readOnReturn };
}
