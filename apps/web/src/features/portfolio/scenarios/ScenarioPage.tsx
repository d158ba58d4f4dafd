import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { can } from '@pimis/domain/access/policies';
import { SCENARIO_NAME_LENGTH } from '@pimis/domain/portfolio/scenario/types';
import { cutText } from '@pimis/domain/text/cut';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useCrumbs, useTitle } from '../../../ui/title.ts';
import { useAddress } from '../../../ui/address.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { IconArrowBackUp, IconArrowForwardUp, IconCopy, IconPlus, IconTrash } from '../../../ui/icons.ts';
import { notifyFailure, notifyShortly } from '../../../ui/notify.tsx';
import { isInDialog, undoKey } from '../../../ui/undo-keys.ts';
import { useStillHere } from '../../../ui/use-still-here.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { CalendarChart } from '../calendar/CalendarChart.tsx';
import { scenarioQuery } from './api.ts';
import { type CandidateActions, Candidates } from './Candidates.tsx';
import { Changes } from './Changes.tsx';
import { DeleteScenario } from './DeleteScenario.tsx';
import { AllScenarios, useToScenario } from './links.tsx';
import { LeaveScenario } from './LeaveScenario.tsx';
import { MoreCandidates } from './MoreCandidates.tsx';
import { Proposal } from './Proposal.tsx';
import { ScenarioFailed } from './ScenarioFailed.tsx';
import { ScenarioFacts } from './ScenarioFacts.tsx';
import { ScenarioFile } from './ScenarioFile.tsx';
import { ScenarioNeeds } from './ScenarioNeeds.tsx';
import { SectorCeilings } from './SectorCeilings.tsx';
import { useScenarioCalendar } from './use-scenario-calendar.ts';
import { type ScenarioDraft, useScenarioDraft } from './use-scenario-draft.ts';
import './scenarios.css';

/** A scenario: its candidates with switches, and the resulting figures. */
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
  const { calendar, cells } = useScenarioCalendar(shown);
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  // Stable, so that a switch draws its own row alone.
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
      <Head draft={draft} />
      {shown.isOwn && <LeaveScenario draft={draft} />}
      {shown.hidden > 0 && <p className="second">{t('scenarios.hidden', { count: shown.hidden })}</p>}
      <Changes scenario={shown} draft={draft} />
      <ScenarioFacts calendar={calendar} count={shown.candidates.length} />
      <SectorCeilings ceilings={read.sectorCeilings ?? []} />
      {calendar.years.length > 0 && (
        <>
          <section className="panel" style={{ padding: 16 }}>
            <h2 style={{ marginTop: 0 }}>{t('scenarios.chart')}</h2>
            <CalendarChart
              title={t('scenarios.chart')}
              years={calendar.years}
              sources={calendar.sources}
              cells={cells}
            />
          </section>
          <ScenarioNeeds
            ceilings={shown.ceilings}
            calendar={calendar}
            cells={cells}
            onChange={shown.isOwn ? (ceilings) => change((now) => ({ ...now, ceilings })) : null}
          />
        </>
      )}
      <Proposal scenario={shown} draft={draft} />
      <Candidates candidates={shown.candidates} actions={shown.isOwn ? actions : null} />
    </div>
  );
}

function Head({ draft }: { draft: ScenarioDraft }) {
  const text = useText();
  const { t, data: script } = text;
  const toScenario = useToScenario();
  const isStillHere = useStillHere();
  const client = useQueryClient();
  const { shown, change, state } = draft;
  const [dialog, setDialog] = useState<'more' | 'delete' | null>(null);
  const [copying, setCopying] = useState(false);
  const params = { scenarioId: shown.id };
  const copy = async () => {
    setCopying(true);
    try {
      // The copy must include the latest changes.
      if ((await draft.save()) === null && shown.isOwn) return;
      // The name itself stays in the script in which it was typed.
      const mark = ` – ${t('scenarios.copyOf')}`;
      const name = cutText(shown.name, SCENARIO_NAME_LENGTH - mark.length) + mark;
      const { payload } = await call('POST /portfolio/scenarios/:scenarioId/copy', { params, body: { name } });
      await client.invalidateQueries({ queryKey: ['portfolio', 'scenarios'], exact: true });
      notifyShortly(t('scenarios.copied'));
      if (isStillHere()) await toScenario(payload.id);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setCopying(false);
    }
  };
  return (
    <>
      <p style={{ margin: 0 }}>
        <AllScenarios />
      </p>
      {shown.isOwn ? (
        <>
          {/* A field would cut a long name. */}
          <h2 className="print-only" style={{ margin: 0 }}>
            {script(shown.name)}
          </h2>
          <TextInput
            className="no-print"
            label={t('scenarios.name')}
            value={shown.name}
            maxLength={SCENARIO_NAME_LENGTH}
            onChange={(event) => {
              const name = event.currentTarget.value;
              change((now) => ({ ...now, name }));
            }}
            error={isBlank(shown.name) ? t('scenarios.nameWanted') : undefined}
          />
        </>
      ) : (
        <div>
          <h2 style={{ margin: 0 }}>{script(shown.name)}</h2>
          <p className="second">{t('scenarios.readOnly', { name: script(shown.ownerName) })}</p>
        </div>
      )}
      <div className="scenario-tools" style={{ margin: 0 }}>
        {shown.isOwn && (
          <>
            <label style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
              <input
                type="checkbox"
                checked={shown.shared}
                onChange={(event) => {
                  const shared = event.currentTarget.checked;
                  change((now) => ({ ...now, shared }));
                }}
              />
              {t('scenarios.share')}
            </label>
            <span role="status" className={state === 'failed' ? 'late' : 'meta'}>
              {t(`scenarios.saving.${state}`)}
            </span>
            {state === 'failed' && (
              <Button variant="default" onClick={() => void draft.save()}>
                {t('common.retry')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} />}
              disabled={!draft.undo}
              onClick={() => draft.undo?.()}
            >
              {t('scenarios.undo')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconArrowForwardUp size={16} />}
              disabled={!draft.redo}
              onClick={() => draft.redo?.()}
            >
              {t('scenarios.redo')}
            </Button>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setDialog('more')}>
              {t('scenarios.more')}
            </Button>
          </>
        )}
        <Button variant="default" leftSection={<IconCopy size={16} />} loading={copying} onClick={() => void copy()}>
          {t('scenarios.copy')}
        </Button>
        <ScenarioFile draft={draft} kind="export" />
        <ScenarioFile draft={draft} kind="paper" />
        {shown.isOwn && (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDialog('delete')}>
            {t('scenarios.delete')}
          </Button>
        )}
      </div>
      {dialog === 'more' && <MoreCandidates draft={draft} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteScenario scenario={shown} onClose={() => setDialog(null)} />}
    </>
  );
}
