import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormSummary } from '@pimis/contract/project-phases';
import type { Reference } from '@pimis/contract/registries';
import { call } from '../../api/client.ts';
import { searchBudgetUsers } from '../../api/lookups.ts';
import { formName } from './form-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Lookup } from '../../ui/Lookup.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

/** Names the organization that marks a form, or takes it back. */
export function EvaluatorDialog({ form, code, onClose }: { form: FormSummary; code: string; onClose: () => void }) {
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Reference | null>(
    form.evaluatorOrganizationId
      ? { id: form.evaluatorOrganizationId, name: form.evaluatorOrganizationName ?? form.evaluatorOrganizationId }
      : null,
  );
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await call('PUT /projects/:projectCode/forms/:phaseFormId/evaluator', {
        params: { projectCode: code, phaseFormId: form.id },
        body: { organizationId: chosen?.id ?? null },
      });
      notifySuccess(t('projects.page.evaluator.done'));
      onClose();
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['project', code] });
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('projects.page.evaluator.title')}
      unsaved={(chosen?.id ?? null) !== (form.evaluatorOrganizationId ?? null)}
      confirm={
        <Button onClick={() => void save()} loading={busy}>
          {t('common.save')}
        </Button>
      }
    >
      <p className="strong" style={{ marginBottom: 12 }}>
        {formName(form, text)}
      </p>
      <Lookup<Reference>
        kind="evaluator"
        label={t('projects.page.evaluator.organization')}
        shown={chosen ? `${data(chosen.name)} (${chosen.id})` : ''}
        search={searchBudgetUsers}
        rowKey={(row) => row.id}
        rowText={(row) => `${data(row.name)} (${row.id})`}
        onPick={(row) => setChosen(row ?? null)}
      />
    </Dialog>
  );
}
