import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scenario, ScenarioChange } from '@pimis/contract/portfolio/scenarios';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { call } from '../../../api/client.ts';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { IconHistory } from '../../../ui/icons.ts';
import { notifyShortly } from '../../../ui/notify.tsx';
import { scenarioChangesQuery } from './api.ts';
import type { ScenarioDraft } from './use-scenario-draft.ts';

const SHOWN = 8;

function valueText(change: ScenarioChange, value: string | null, { t, pair, data, amount }: Text): string {
  if (value === null) return t('scenarios.nothing');
  if (change.figure === 'phase') return pair(phaseInfo(Number(value)).title);
  return change.figure === 'name' ? data(value) : amount(value);
}

function ChangeLine({ change }: { change: ScenarioChange }) {
  const text = useText();
  const { t, pair, data } = text;
  const place = change.year === null ? '' : ` (${change.year}, ${pair(sourceText(change.source ?? ''))})`;
  const ofAll = change.figure === 'ceiling' ? t('scenarios.enteredCeilings') : t('scenarios.approvedProjects');
  const who = change.code === '' ? ofAll : data(change.name);
  if (change.figure === 'gone') return <li>{t('scenarios.gone', { name: who })}</li>;
  return (
    <li>
      {who}: {t(`scenarios.figures.${change.figure}`)}
      {place} {valueText(change, change.from, text)} → {valueText(change, change.to, text)}
    </li>
  );
}

/** Changes since the scenario took its data over, with a button to take them over. */
export function Changes({ scenario, draft }: { scenario: Scenario; draft: ScenarioDraft }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const { data: changes = [] } = useQuery(scenarioChangesQuery(scenario.id, scenario.revision));
  const [busy, setBusy] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  if (changes.length === 0) return null;
  const takeOver = async () => {
    setBusy(true);
    try {
      const revision = await draft.save();
      if (revision === null) return;
      const params = { scenarioId: scenario.id };
      await call('POST /portfolio/scenarios/:scenarioId/refresh', { params, body: { revision } });
      await draft.reload();
      await client.invalidateQueries({ queryKey: ['portfolio', 'scenarios', scenario.id, 'changes'] });
      notifyShortly(t('scenarios.takenOver'));
    } catch (failure) {
      await draft.reportFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  const shown = showsAll ? changes : changes.slice(0, SHOWN);
  return (
    <section className="panel" style={{ padding: 12 }}>
      <h2 style={{ marginTop: 0 }}>
        <IconHistory size={16} aria-hidden /> {t('scenarios.changed', { count: changes.length })}
      </h2>
      <ul style={{ paddingLeft: 20 }}>
        {shown.map((change) => (
          <ChangeLine key={`${change.code} ${change.figure} ${change.year} ${change.source}`} change={change} />
        ))}
      </ul>
      {shown.length < changes.length && (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          {t('scenarios.showAll', { count: changes.length })}
        </button>
      )}
      {scenario.isOwn && (
        <Button variant="default" onClick={() => void takeOver()} loading={busy} mt={8}>
          {t('scenarios.takeOver')}
        </Button>
      )}
    </section>
  );
}
