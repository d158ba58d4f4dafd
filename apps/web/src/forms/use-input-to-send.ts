import { mergeSubmitted } from '@pimis/domain/forms/access';
import type { FormData, FormValues } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { notifyWarning } from '../ui/notify.tsx';
import type { EditedForm } from './edited-form.ts';
import { settlePhone } from './phone-field.ts';
import { scrollToField } from './scroll-to-field.ts';

/** Which values of the form this user may send. */
export function useInputToSend({
  store,
  form,
  definition,
  project,
}: Pick<EditedForm, 'store' | 'form' | 'definition' | 'project'>) {
  const { t } = useText();
  /** The values to send; null if one cannot be parsed. Then its field is shown and nothing is sent. */
  const readable = (): FormValues | null => {
    settlePhone();
    store.evaluate();
    const { values, unreadable } = store.sendable();
    const [first] = unreadable;
    if (first === undefined) return values;
    const shown = store.validation.errors.find(({ path: at }) =>
      unreadable.some((place) => at === place || at.startsWith(`${place}.`)),
    );
    notifyWarning(t('forms.unreadable', { count: unreadable.length }));
    scrollToField(store, shown?.path ?? first);
    return null;
  };
  /**
   * Users who may only write comments send nothing else: other input was typed before the form was locked, and stays
   * unsaved.
   */
  const commentsOf = (values: FormValues, stored: FormValues): FormValues =>
    mergeSubmitted(definition, values, stored, {
      viewer: form.rights.viewer,
      foreignFunds: project.foreignFunds,
      data: form.data as FormData,
      commentsOnly: true,
    });
  return { readable, commentsOf };
}
