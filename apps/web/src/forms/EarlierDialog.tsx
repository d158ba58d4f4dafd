import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EarlierForm, ProjectForm } from '@pimis/contract/forms';
import { EARLIER_FORMS_SHOWN } from '@pimis/domain/forms/earlier-form';
import type { FormValues } from '@pimis/domain/forms/types';
import { call } from '../api/client.ts';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Failed } from '../ui/Failed.tsx';
import { notifyFailure } from '../ui/notify.tsx';
import { FormStatusChip } from '../ui/StatusChip.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import type { FormProject } from './api.ts';
import type { FormStore } from './store.ts';
import { notifyStep } from './undo.ts';

const TYPED_MS = 300;

interface EarlierDialogProps {
  store: FormStore;
  form: ProjectForm;
  project: FormProject;
  onClose: () => void;
}

/** Offers earlier forms of the same body and loads one into the editor, without saving. */
export function EarlierDialog({ store, form, project, onClose }: EarlierDialogProps) {
  const text = useText();
  const { t, data, instant } = text;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPED_MS);
  const [taking, setTaking] = useState<number | null>(null);
  const params = { projectCode: project.code, phaseFormId: form.id };
  const {
    data: offered,
    error,
    refetch,
  } = useQuery({
    queryKey: ['form', project.code, form.id, 'earlier', search],
    queryFn: async () =>
      (await call('GET /projects/:projectCode/forms/:phaseFormId/earlier', { params, query: search ? { search } : {} }))
        .payload,
    placeholderData: keepPreviousData,
  });
  const take = async (earlier: EarlierForm) => {
    setTaking(earlier.id);
    try {
      const { payload } = await call('GET /projects/:projectCode/forms/:phaseFormId/earlier/:earlierFormId', {
        params: { ...params, earlierFormId: earlier.id },
      });
      const step = store.importValues(JSON.parse(payload.inputJson) as FormValues);
      notifyStep({ store, step, message: t('forms.earlier.taken', { code: earlier.projectCode }) }, text);
      onClose();
    } catch (failure) {
      notifyFailure(failure, text);
      setTaking(null);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('forms.earlier.title')} width="decide">
      <p className="meta">{t('forms.earlier.hint')}</p>
      <TextInput
        label={t('forms.earlier.search')}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        my={8}
      />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!offered && !error && <Waiting lines={3} />}
      {offered?.length === 0 && <p>{t(search === '' ? 'forms.earlier.none' : 'common.nothingFound')}</p>}
      <ul className="form-earlier">
        {offered?.map((earlier) => (
          <li key={earlier.id}>
            <span>
              <span className="strong">{data(earlier.projectName)}</span>
              <span className="meta"> {earlier.projectCode}</span>
              <span className="meta" style={{ display: 'block' }}>
                {instant(earlier.date)}
              </span>
            </span>
            <FormStatusChip status={earlier.status} />
            <Button
              variant="default"
              loading={taking === earlier.id}
              disabled={taking !== null && taking !== earlier.id}
              aria-label={`${t('forms.earlier.take')}: ${data(earlier.projectName)}`}
              onClick={() => void take(earlier)}
            >
              {t('forms.earlier.take')}
            </Button>
          </li>
        ))}
      </ul>
      {offered?.length === EARLIER_FORMS_SHOWN && (
        <p className="meta">{t('forms.earlier.latest', { count: EARLIER_FORMS_SHOWN })}</p>
      )}
    </Dialog>
  );
}
