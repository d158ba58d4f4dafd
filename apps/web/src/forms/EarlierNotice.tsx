import { Button } from '@mantine/core';
import { mayStartFromEarlier } from '@pimis/domain/forms/earlier-form';
import { useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { useText } from '../i18n/use-text.ts';
import { IconCopy } from '../ui/icons.ts';
import type { FormProject } from './api.ts';
import { EarlierDialog } from './EarlierDialog.tsx';
import type { FormStore } from './store.ts';
import { useStore } from './use-store.ts';

/** Offers an earlier form as a start, while nothing was entered in this one. */
export function EarlierNotice({ store, form, project }: { store: FormStore; form: ProjectForm; project: FormProject }) {
  const { t } = useText();
  const [choosing, setChoosing] = useState(false);
  const untouched = useStore(store, (state) => state.isNew && !state.changed);
  if (!mayStartFromEarlier(form.code)) return null;
  return (
    <>
      {untouched && (
        <section className="panel form-notice" aria-label={t('forms.earlier.title')}>
          <span>{t('forms.earlier.notice')}</span>
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => setChoosing(true)}>
            {t('forms.earlier.open')}
          </Button>
        </section>
      )}
      {choosing && <EarlierDialog store={store} form={form} project={project} onClose={() => setChoosing(false)} />}
    </>
  );
}
