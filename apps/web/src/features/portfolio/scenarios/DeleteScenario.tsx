import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notifyFailure, notifyShortly } from '../../../ui/notify.tsx';
import { scenarioQuery } from './api.ts';
import { useToScenario } from './links.tsx';

/** Asks for confirmation before a scenario is permanently removed. */
export function DeleteScenario({ scenario, onClose }: { scenario: Scenario; onClose: () => void }) {
  const text = useText();
  const { t, data: script } = text;
  const client = useQueryClient();
  const toScenario = useToScenario();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call('DELETE /portfolio/scenarios/:scenarioId', { params: { scenarioId: scenario.id } });
      notifyShortly(t('scenarios.deleted'));
      await toScenario();
      // Going back would show the cached scenario.
      client.removeQueries({ queryKey: scenarioQuery(scenario.id).queryKey });
      await client.invalidateQueries({ queryKey: ['portfolio', 'scenarios'], exact: true });
    } catch (failure) {
      notifyFailure(failure, text);
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('scenarios.delete')}
      confirm={
        <Button color="red" onClick={() => void remove()} loading={busy}>
          {t('scenarios.delete')}
        </Button>
      }
    >
      <p>{t('scenarios.deleteText', { name: script(scenario.name) })}</p>
    </Dialog>
  );
}
