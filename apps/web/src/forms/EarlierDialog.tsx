import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EarlierForm, ProjectForm } from '@pimis/contract/forms';
import { EARLIER_FORMS_SHOWN } from '@pimis/domain/forms/earlier-form';
import { type CopyOffer, copyOffer } from '@pimis/domain/forms/copy-offer';
import type { Field, FormValues } from '@pimis/domain/forms/types';
import { call } from '../api/client.ts';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Failed } from '../ui/Failed.tsx';
import { notifyFailure, notifyWarning } from '../ui/notify.tsx';
import { FormStatusChip } from '../ui/StatusChip.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import type { FormProject } from './api.ts';
import { useEditor } from './context.ts';
import { CopyChoice } from './CopyChoice.tsx';
import { startValues } from './start.ts';
import type { FormStore } from './store.ts';
import { notifyStep } from './undo.ts';

const TYPED_MS = 300;

interface EarlierDialogProps {
  store: FormStore;
  form: ProjectForm;
  project: FormProject;
  onClose: () => void;
}

/** A chosen form: its values, and what copying them would do. */
interface Chosen {
  earlier: EarlierForm;
  values: FormValues;
  offer: CopyOffer;
}

/**
 * Offers earlier forms of the same body and copies one into the editor, without saving: empty fields at once, and
 * others as the user chooses.
 */
export function EarlierDialog({ store, form, project, onClose }: EarlierDialogProps) {
  const text = useText();
  const { t, data, instant } = text;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPED_MS);
  const [taking, setTaking] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { editable } = useEditor();
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
  const copy = ({ earlier, values }: Chosen, fields: readonly Field[]) => {
    if (fields.length === 0) notifyWarning(t('forms.earlier.nothing', { code: earlier.projectCode }));
    else {
      const step = store.copyFields(fields, values);
      const message = t('forms.earlier.taken', { code: earlier.projectCode, count: fields.length });
      notifyStep({ store, step, message }, text);
    }
    onClose();
  };
  const take = async (earlier: EarlierForm) => {
    setTaking(earlier.id);
    try {
      const { payload } = await call('GET /projects/:projectCode/forms/:phaseFormId/earlier/:earlierFormId', {
        params: { ...params, earlierFormId: earlier.id },
      });
      const values = JSON.parse(payload.inputJson) as FormValues;
      const offer = copyOffer(store.definition, {
        mine: store.values,
        copied: values,
        saved: startValues(form),
        mayChange: (field) => editable(field) && !store.lockedAt(field.path),
      });
      if (offer.replacing.length > 0) setChosen({ earlier, values, offer });
      else copy({ earlier, values, offer }, offer.filled);
    } catch (failure) {
      notifyFailure(failure, text);
      setTaking(null);
    }
  };
  if (chosen) {
    return (
      <CopyChoice
        projectCode={project.code}
        offer={chosen.offer}
        onCopy={(fields) => copy(chosen, fields)}
        onClose={onClose}
      />
    );
  }
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
