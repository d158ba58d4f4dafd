import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { useFilterSearch } from '../use-portfolio-filter.ts';
import { scenariosQuery } from './api.ts';
import { Choice } from './Choice.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

/** Asks with which other scenario this one is compared, and leads there. */
export function CompareWith({ draft, onClose }: { draft: ScenarioDraft; onClose: () => void }) {
  const { t, data: script } = useText();
  const navigate = useNavigate();
  const filter = useFilterSearch();
  const { id, isOwn } = draft.shown;
  const { data } = useQuery(scenariosQuery);
  const others = data?.filter((one) => one.id !== id);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const other = chosen ?? others?.[0]?.id;
  const compare = async () => {
    setBusy(true);
    // The comparison shows what is saved.
    if ((await draft.save()) === null && isOwn) return setBusy(false);
    await navigate({ to: '/portfolio/scenarios/compare', search: { ...filter, a: id, b: Number(other) } });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('scenarios.compare')}
      confirm={
        <Button onClick={() => void compare()} loading={busy} disabled={other === undefined}>
          {t('scenarios.compare')}
        </Button>
      }
    >
      {!others && <Waiting />}
      {others?.length === 0 && <p>{t('scenarios.noOther')}</p>}
      {others && others.length > 0 && (
        <Choice
          label={t('scenarios.compareWith')}
          value={String(other)}
          onChange={setChosen}
          data={others.map((one) => ({ value: String(one.id), label: script(one.name) }))}
        />
      )}
    </Dialog>
  );
}
