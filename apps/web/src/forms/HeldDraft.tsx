import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { diffFormValues } from '@pimis/domain/forms/diff';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { IconAlertTriangle } from '../ui/icons.ts';
import { ChangesTable } from './ChangesTable.tsx';
import type { Draft } from './drafts.ts';
import { startValues } from './start.ts';

interface HeldDraftProps {
  draft: Draft;
  definition: FormDefinition;
  projectCode: string;
  form: ProjectForm;
  onDrop: () => void;
}

/** The unsaved input of an earlier visit to a form that the user may not change now, to read and copy. */
export function HeldDraft({ draft, definition, projectCode, form, onDrop }: HeldDraftProps) {
  const { t, instant } = useText();
  const [isShown, setShown] = useState(false);
  return (
    <section className="panel form-notice" aria-label={t('forms.draft.title')}>
      <IconAlertTriangle size={18} aria-hidden color="var(--p-warning)" />
      <span>
        {t('forms.draft.text', { time: instant(draft.at) })} {t('forms.draft.held')}
      </span>
      <Button onClick={() => setShown(true)}>{t('forms.draft.show')}</Button>
      <Button variant="default" onClick={onDrop}>
        {t('forms.draft.drop')}
      </Button>
      {isShown && (
        <DraftChanges
          definition={definition}
          projectCode={projectCode}
          form={form}
          typed={draft.values}
          onClose={() => setShown(false)}
        />
      )}
    </section>
  );
}

interface DraftChangesProps extends Pick<HeldDraftProps, 'definition' | 'projectCode' | 'form'> {
  typed: FormValues;
  onClose: () => void;
}

function DraftChanges({ definition, projectCode, form, typed, onClose }: DraftChangesProps) {
  const { t } = useText();
  const changes = useMemo(() => diffFormValues(definition, startValues(form), typed), [definition, form, typed]);
  return (
    <Dialog opened onClose={onClose} title={t('forms.draft.changes')} width="validation">
      <ChangesTable
        definition={definition}
        projectCode={projectCode}
        changes={changes}
        before={t('forms.conflict.theirs')}
        after={t('forms.conflict.mine')}
      />
    </Dialog>
  );
}
