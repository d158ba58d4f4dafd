import { Button } from '@mantine/core';
import { mayStartFromEarlier } from '@pimis/domain/forms/earlier-form';
import type { FormData } from '@pimis/domain/forms/types';
import { useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { useText } from '../i18n/use-text.ts';
import { IconCopy } from '../ui/icons.ts';
import type { FormProject } from './api.ts';
import { EarlierDialog } from './EarlierDialog.tsx';
import type { FormStore } from './store.ts';
import { useStore } from './use-store.ts';

interface EarlierProps {
  store: FormStore;
  form: ProjectForm;
  project: FormProject;
}

/**
 * Whether an earlier form of another project is offered as a start: nothing was entered, and the form does not begin
 * with the values approved in the previous phase.
 */
function useIsStart({ store, form }: EarlierProps): boolean {
  const isUntouched = useStore(store, (state) => state.isNew && !state.changed);
  return isUntouched && (form.data as FormData).earlier === undefined;
}

/** Offers an earlier form as a start, above a form that has nothing yet. */
export function EarlierNotice(props: EarlierProps) {
  const { t } = useText();
  const [choosing, setChoosing] = useState(false);
  const isStart = useIsStart(props);
  if (!mayStartFromEarlier(props.form.code)) return null;
  return (
    <>
      {isStart && (
        <section className="panel form-notice" aria-label={t('forms.earlier.title')}>
          <span>{t('forms.earlier.notice')}</span>
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => setChoosing(true)}>
            {t('forms.earlier.open')}
          </Button>
        </section>
      )}
      {choosing && <EarlierDialog {...props} onClose={() => setChoosing(false)} />}
    </>
  );
}

/** The same offer among the tools of the bar, for a form that already has values. */
export function EarlierTool(props: EarlierProps) {
  const { t } = useText();
  const [choosing, setChoosing] = useState(false);
  const isStart = useIsStart(props);
  if (!mayStartFromEarlier(props.form.code)) return null;
  return (
    <>
      {!isStart && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          aria-label={t('forms.earlier.open')}
          onClick={() => setChoosing(true)}
        >
          <span className="tool-text">{t('forms.earlier.tool')}</span>
        </Button>
      )}
      {choosing && <EarlierDialog {...props} onClose={() => setChoosing(false)} />}
    </>
  );
}
