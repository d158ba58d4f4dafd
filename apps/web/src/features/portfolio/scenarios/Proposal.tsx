import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Proposal as Found, Scenario } from '@pimis/contract/portfolio/scenarios';
import { GOALS, type Goal } from '@pimis/domain/portfolio/scenario/types';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { ApiFailure, call } from '../../../api/client.ts';
import { operationIn, readOperation } from '../../../api/operations.ts';
import { useSession } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconCalculator, IconCheck, IconX } from '../../../ui/icons.ts';
import { notifyFailure } from '../../../ui/notify.tsx';
import { Choice } from './Choice.tsx';
import { scenarioQuery } from './api.ts';
import { useMillions } from './use-millions.ts';
import type { ScenarioDraft } from './use-scenario-draft.ts';

const ASKED_EVERY_MS = 400;
const PERCENT = 100;
const TENTHS = 10;

/**
 * The largest possible distance of the found choice to the best one, in tenths of a per cent, rounded up; null while
 * unknown.
 */
function gapOf({ value, bound }: Found): number | null {
  if (bound === null || Number(bound) === 0) return null;
  return Math.ceil(Math.max(0, (Number(bound) - Number(value)) / Number(bound)) * PERCENT * TENTHS) / TENTHS;
}

/** The input of a proposal. The present choice of free projects is not part of it. */
const basisOf = ({ candidates, ceilings, committed, goal }: Scenario): string =>
  JSON.stringify([
    goal,
    ceilings,
    committed,
    candidates.map(({ code, state, shift, mark, worth, needs }) => [
      code,
      state === 'must' || state === 'never' ? state : 'free',
      shift,
      mark,
      worth,
      needs,
    ]),
  ]);

/** Without marks every choice within the ceilings is as good as any other. */
const hasNoMarks = ({ candidates }: Scenario) => candidates.length > 0 && candidates.every(({ mark }) => mark === null);

/** Results are kept for some time only. */
const isGone = (error: unknown) => error instanceof ApiFailure && error.name === 'NotFound';

interface ProposalProps {
  scenario: Scenario;
  draft: ScenarioDraft;
  /** Shown beside the goal and the button. */
  tools?: ReactNode;
  facts?: ReactNode;
}

/** „Предложи“: searches for the most valuable choice within the ceilings, which the user may then take over. */
export function Proposal({ scenario, draft, tools, facts }: ProposalProps) {
  const text = useText();
  const { t } = text;
  const session = useSession();
  const client = useQueryClient();
  const [operation, setOperation] = useState(scenario.proposal ?? null);
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(() => (scenario.proposal === undefined ? '' : basisOf(scenario)));
  const isOutdated = useMemo(() => operation !== null && basisOf(scenario) !== asked, [operation, scenario, asked]);
  const { data: state, error } = useQuery({
    queryKey: ['operations', operation],
    queryFn: () => readOperation(operation ?? ''),
    enabled: operation !== null && session.status !== 'expired',
    // It is polled again anyway.
    retry: false,
    refetchInterval: ({ state: { data, error: failure } }) =>
      data?.state === 'done' || data?.state === 'failed' || isGone(failure) ? false : ASKED_EVERY_MS,
  });
  const isRunning = operation !== null && state?.state !== 'done' && state?.state !== 'failed' && !isGone(error);
  const found = (state?.result ?? null) as Found | null;
  /** Shown here, and again on the way back to this scenario. */
  const remember = (id: string | null) => {
    setOperation(id);
    client.setQueryData(scenarioQuery(scenario.id).queryKey, (known) => {
      if (!known) return known;
      const { proposal: _, ...rest } = known;
      return id === null ? rest : { ...rest, proposal: id };
    });
  };
  const ask = async () => {
    setAsking(true);
    const basis = basisOf(scenario);
    try {
      const revision = await draft.save();
      if (revision === null) return;
      const params = { scenarioId: scenario.id };
      const body = { revision, goal: scenario.goal };
      await call('POST /portfolio/scenarios/:scenarioId/proposals', { params, body });
    } catch (failure) {
      const begun = operationIn(failure);
      // The previous proposal still belongs to its own input.
      if (begun === null) return await draft.reportFailure(failure);
      setAsked(basis);
      remember(begun);
    } finally {
      setAsking(false);
    }
  };
  const cancel = async () => {
    if (operation === null) return;
    try {
      await call('DELETE /operations/:id', { params: { id: operation } });
    } catch (failure) {
      // The operation goes on, and the user can try again to cancel it.
      return notifyFailure(failure, text);
    }
    remember(null);
  };
  return (
    <section className="panel scenario-top" aria-label={t('scenarios.proposal')}>
      <div className="scenario-tools">
        <Choice
          label={t('scenarios.goal')}
          value={scenario.goal}
          disabled={!scenario.isOwn || isRunning}
          onChange={(goal) => draft.change((now) => ({ ...now, goal: goal as Goal }))}
          data={GOALS.map((value) => ({ value, label: t(`scenarios.goals.${value}`) }))}
        />
        {isRunning ? (
          <Button variant="default" leftSection={<IconX size={16} />} onClick={() => void cancel()}>
            {t('scenarios.cancel')}
          </Button>
        ) : (
          <Button leftSection={<IconCalculator size={16} />} onClick={() => void ask()} loading={asking}>
            {t('scenarios.propose')}
          </Button>
        )}
        {tools}
      </div>
      {facts}
      {scenario.goal === 'marks' && hasNoMarks(scenario) && <p className="second">{t('scenarios.noMarks')}</p>}
      <div role="status">
        {isRunning && (
          <>
            <progress
              className="scenario-progress"
              max={PERCENT}
              value={state?.progress ?? 0}
              aria-label={t('scenarios.searching')}
            />
            <p>{found ? <Bound found={found} total={scenario.candidates.length} /> : t('scenarios.searching')}</p>
          </>
        )}
        {(isRunning || state?.state === 'done') && isOutdated && (
          <p className="late">{t('scenarios.changedSinceAsked')}</p>
        )}
        {state?.state === 'failed' && operation !== null && <p className="late">{t('scenarios.failed')}</p>}
        {state?.state === 'done' && found && (
          <Result found={found} scenario={scenario} draft={isOutdated ? null : draft} />
        )}
      </div>
    </section>
  );
}

function Bound({ found, total }: { found: Found; total: number }) {
  const { t, amount, decimal } = useText();
  const millions = useMillions();
  const gap = gapOf(found);
  const isOfMarks = found.goal === 'marks';
  const value = isOfMarks ? amount(found.value) : millions(found.value);
  const key = isOfMarks ? 'scenarios.foundMarks' : 'scenarios.foundWorth';
  return (
    <>
      {t(key, { value, count: found.codes.length, total })}{' '}
      {found.proven ? t('scenarios.proven') : gap !== null && t('scenarios.gap', { gap: decimal(String(gap)) })}
    </>
  );
}

interface ResultProps {
  found: Found;
  scenario: Scenario;
  /** Null if the proposal does not belong to the present state of the scenario. */
  draft: ScenarioDraft | null;
}

function Result({ found, scenario, draft }: ResultProps) {
  const { t, pair, data: script, list } = useText();
  const millions = useMillions();
  const names = new Map(scenario.candidates.map(({ code, name }) => [code, script(name)]));
  const nameOf = (code: string) => names.get(code) ?? code;
  if (found.state === 'short') {
    return (
      <>
        <p className="late">{t('scenarios.mustTooMuch')}</p>
        <ul>
          {found.short.map(({ year, source, amount: lacks }) => (
            <li key={`${year} ${source}`}>
              {t('scenarios.lacks', { year, source: pair(sourceText(source)), amount: millions(lacks) })}
            </li>
          ))}
        </ul>
      </>
    );
  }
  const chosen = new Set(found.codes);
  const unbounded = scenario.candidates.filter(({ code, needs }) => needs.length === 0 && chosen.has(code)).length;
  const apply = () =>
    draft?.change((now) => ({
      ...now,
      candidates: now.candidates.map((candidate) =>
        candidate.state === 'must' || candidate.state === 'never'
          ? candidate
          : { ...candidate, state: chosen.has(candidate.code) ? ('in' as const) : ('out' as const) },
      ),
    }));
  return (
    <>
      <p>
        <Bound found={found} total={scenario.candidates.length} />
        {unbounded > 0 && ` ${t('scenarios.proposedUncounted', { count: unbounded })}`}
      </p>
      {scenario.isOwn && draft && (
        <Button leftSection={<IconCheck size={16} />} variant="default" onClick={apply} mb={8}>
          {t('scenarios.apply')}
        </Button>
      )}
      {found.leftOut.length > 0 && (
        <details className="portfolio-folded">
          <summary>{t('scenarios.leftOut', { count: found.leftOut.length })}</summary>
          <ul>
            {found.leftOut.map(({ code, lacks, outweighedBy }) => (
              <li key={code}>
                <span className="strong">{nameOf(code)}</span>:{' '}
                {lacks.length === 0
                  ? t('scenarios.addsNothing')
                  : lacks
                      .map(({ year, source, amount: missing }) =>
                        t('scenarios.lacks', { year, source: pair(sourceText(source)), amount: millions(missing) }),
                      )
                      .join('; ')}
                {outweighedBy.length > 0 && (
                  <span className="second">
                    {'. '}
                    {t('scenarios.outweighedBy', {
                      count: outweighedBy.length,
                      names: list(outweighedBy.map(nameOf), 'and'),
                    })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
