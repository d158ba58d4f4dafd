import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scenario, ScenarioChange } from '@pimis/contract/portfolio/scenarios';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { call } from '../../../api/client.ts';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { IconChevronDown, IconHistory } from '../../../ui/icons.ts';
import { notifyShortly } from '../../../ui/notify.tsx';
import { scenarioChangesQuery } from './api.ts';
import { useMillions } from './use-millions.ts';
import type { ScenarioDraft } from './use-scenario-draft.ts';

const SHOWN = 8;

/** Figures that are no amounts of money. */
const PLAIN: readonly ScenarioChange['figure'][] = ['name', 'phase', 'mark'];

function plainText(change: ScenarioChange, value: string, { pair, data, amount }: Text): string {
  if (change.figure === 'phase') return pair(phaseInfo(Number(value)).title);
  return change.figure === 'name' ? data(value) : amount(value);
}

/** Both values of a change; amounts are in millions, unless the two would look the same in millions. */
function useValues({ from, to, ...change }: ScenarioChange): [string, string] {
  const text = useText();
  const millions = useMillions();
  const written = (amountText: (value: string) => string) =>
    [from, to].map((value) => (value === null ? text.t('scenarios.nothing') : amountText(value))) as [string, string];
  if (PLAIN.includes(change.figure)) return written((value) => plainText({ from, to, ...change }, value, text));
  const [before, after] = written(millions);
  if (before !== after) return [before, after];
  return written((value) => text.t('scenarios.wholeAmount', { amount: text.amount(value) }));
}

function ChangeLine({ change }: { change: ScenarioChange }) {
  const { t, pair, data } = useText();
  const [from, to] = useValues(change);
  const place = change.year === null ? '' : ` (${change.year}, ${pair(sourceText(change.source ?? ''))})`;
  const ofAll = change.figure === 'ceiling' ? t('scenarios.enteredCeilings') : t('scenarios.approvedProjects');
  const who = change.code === '' ? ofAll : data(change.name);
  if (change.figure === 'gone') return <li>{t('scenarios.gone', { name: who })}</li>;
  return (
    <li>
      {who}: {t(`scenarios.figures.${change.figure}`)}
      {place} {from} → {to}
    </li>
  );
}

/** Changes since the scenario took its data over, with a button to take them over. */
export function Changes({ scenario, draft }: { scenario: Scenario; draft: ScenarioDraft }) {
  const { t } = useText();
  const client = useQueryClient();
  const { data: changes = [] } = useQuery(scenarioChangesQuery(scenario.id, scenario.revision));
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
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
  const title = t('scenarios.changed', { count: changes.length });
  const shown = showsAll ? changes : changes.slice(0, SHOWN);
  return (
    <section className="panel scenario-changes">
      <div>
        <h2 className="print-only">{title}</h2>
        <button type="button" className="link-button no-print" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconHistory size={16} aria-hidden /> {title} <IconChevronDown size={14} aria-hidden />
        </button>
        {/* Paper has them in any case. */}
        <div className={isOpen ? undefined : 'print-only'}>
          <ul>
            {shown.map((change) => (
              <ChangeLine key={`${change.code} ${change.figure} ${change.year} ${change.source}`} change={change} />
            ))}
          </ul>
          {shown.length < changes.length && (
            <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
              {t('scenarios.showAll', { count: changes.length })}
            </button>
          )}
        </div>
      </div>
      {scenario.isOwn && (
        <Button variant="default" onClick={() => void takeOver()} loading={busy}>
          {t('scenarios.takeOver')}
        </Button>
      )}
    </section>
  );
}
