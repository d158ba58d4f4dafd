import { Button } from '@mantine/core';
import { useState } from 'react';
import { download, fileAddress } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { notifyFailure } from '../../../ui/notify.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

const FILES = {
  export: { name: 'scenario.xlsx', label: 'scenarios.workbook' },
  paper: { name: 'scenario.pdf', label: 'scenarios.paper' },
} as const;

/** Downloads a file of a scenario, including the latest changes. */
export function ScenarioFile({ draft, kind }: { draft: ScenarioDraft; kind: keyof typeof FILES }) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const { name, label } = FILES[kind];
  const { id, isOwn } = draft.shown;
  const save = async () => {
    setBusy(true);
    try {
      if ((await draft.save()) === null && isOwn) return;
      const request = { params: { scenarioId: id }, query: text.paper };
      await download(fileAddress(`GET /portfolio/scenarios/:scenarioId/${kind}`, request), name);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void save()}>
      {text.t(label)}
    </Button>
  );
}
