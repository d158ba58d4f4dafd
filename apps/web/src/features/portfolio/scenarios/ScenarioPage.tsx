import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useCrumbs, useTitle } from '../../../ui/title.ts';
import { useAddress } from '../../../ui/address.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { isInDialog, undoKey } from '../../../ui/undo-keys.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { scenarioQuery } from './api.ts';
import { CalendarAside } from './CalendarAside.tsx';
import type { CandidateActions } from './candidate-actions.ts';
import { Candidates } from './Candidates.tsx';
import { Changes } from './Changes.tsx';
import { LeaveScenario } from './LeaveScenario.tsx';
import { ScenarioFailed } from './ScenarioFailed.tsx';
import { ScenarioHead } from './ScenarioHead.tsx';
import { ScenarioTop } from './ScenarioTop.tsx';
import { useScenarioCalendar } from './use-scenario-calendar.ts';
import { type ScenarioDraft, useScenarioDraft } from './use-scenario-draft.ts';
import './scenarios.css';

/**
 * A scenario: above, the proposal and the ceilings; below, candidates with switches beside the calendar that they
 * change.
 */
export function ScenarioPage() {
  const { t } = useText();
  const user = useUser();
  const { scenarioId } = useAddress();
  const { data, error, refetch } = useQuery({
    ...scenarioQuery(Number(scenarioId)),
    enabled: can(user, 'portfolio.scenarios'),
  });
  if (!can(user, 'portfolio.scenarios')) return <Empty title={t('scenarios.forbidden')} />;
  if (error && !data) return <ScenarioFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <Editor key={data.id} read={data} />;
}

const actionsOn = (change: ScenarioDraft['change']): CandidateActions => ({
  set: (code, next) =>
    change((now) => ({
      ...now,
      candidates: now.candidates.map((one) => (one.code === code ? { ...one, ...next } : one)),
    })),
  remove: (code) => change((now) => ({ ...now, candidates: now.candidates.filter((one) => one.code !== code) })),
});

function Editor({ read }: { read: Scenario }) {
  const { t, data } = useText();
  const draft = useScenarioDraft(read);
  const { shown, change } = draft;
  const name = data(shown.name);
  useTitle(`${name} – ${t('frame.portfolio.scenarios')}`);
  useCrumbs(useMemo(() => [{ text: name }], [name]));
  const figures = useScenarioCalendar(shown);
  const { years } = figures.calendar;
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  // A stable object, so that a switch renders only its own row again.
  const [actions] = useState(() => actionsOn((make) => latest.current(make)));
  const byKey = useEffectEvent((key: string) => (key === 'undo' ? draft.undo?.() : draft.redo?.()));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
      const key = undoKey(event);
      if (key === null || isField || isInDialog(event.target)) return;
      event.preventDefault();
      byKey(key);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="scenario-page">
      <ScenarioHead draft={draft} />
      {shown.isOwn && <LeaveScenario draft={draft} />}
      {shown.hidden > 0 && <p className="second">{t('scenarios.hidden', { count: shown.hidden })}</p>}
      <Changes scenario={shown} draft={draft} />
      <ScenarioTop draft={draft} figures={figures} sectorCeilings={read.sectorCeilings ?? []} />
      <div className="scenario-halves">
        <CalendarAside {...figures} />
        <Candidates
          candidates={shown.candidates}
          first={years[0] ?? 0}
          last={years.at(-1) ?? 0}
          actions={shown.isOwn ? actions : null}
        />
      </div>
    </div>
  );
}
