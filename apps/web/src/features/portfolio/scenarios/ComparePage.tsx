import { useQueries } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { can } from '@pimis/domain/access/policies';
import { isChosen } from '@pimis/domain/portfolio/scenario/types';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { NeedTable } from '../calendar/NeedTable.tsx';
import { scenarioQuery } from './api.ts';
import { AllScenarios, ScenarioLink } from './links.tsx';
import { ScenarioFailed } from './ScenarioFailed.tsx';
import { ScenarioFacts } from './ScenarioFacts.tsx';
import { useMillions } from './use-millions.ts';
import { useScenarioCalendar } from './use-scenario-calendar.ts';
import './scenarios.css';

/** Two scenarios side by side: sums, calendars, and the projects that only one of them chooses. */
export function ComparePage() {
  const { t } = useText();
  const user = useUser();
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> });
  const ids = [search.a, search.b].map(Number);
  const isAsked = ids.every((id) => Number.isInteger(id) && id > 0) && can(user, 'portfolio.scenarios');
  const queries = useQueries({ queries: ids.map((id) => ({ ...scenarioQuery(id), enabled: isAsked })) });
  if (!can(user, 'portfolio.scenarios')) return <Empty title={t('scenarios.forbidden')} />;
  const failed = queries.find(({ error, data }) => error && !data);
  if (failed) return <ScenarioFailed error={failed.error} onRetry={() => void failed.refetch()} />;
  const [first, second] = queries.map(({ data }) => data);
  if (!isAsked) {
    return (
      <Empty title={t('scenarios.compareHint')}>
        <AllScenarios />
      </Empty>
    );
  }
  if (!first || !second) return <Waiting />;
  return <Comparison first={first} second={second} />;
}

function Comparison({ first, second }: { first: Scenario; second: Scenario }) {
  const { t, data: script, amount } = useText();
  const millions = useMillions();
  const rows = new Map(
    [...first.candidates, ...second.candidates].map(({ code, name, mark, worth }) => [
      code,
      { code, name, mark, worth },
    ]),
  );
  const choiceOf = (scenario: Scenario, code: string) => {
    const candidate = scenario.candidates.find((one) => one.code === code);
    if (!candidate) return { isIn: false, text: t('scenarios.notInIt'), shift: 0 };
    const shift = candidate.shift === 0 ? '' : `, ${t('scenarios.shifted', { count: candidate.shift })}`;
    return {
      isIn: isChosen(candidate),
      text: `${t(`scenarios.states.${candidate.state}`)}${shift}`,
      shift: candidate.shift,
    };
  };
  const different = [...rows.values()].flatMap((row) => {
    const [one, other] = [choiceOf(first, row.code), choiceOf(second, row.code)];
    return one.isIn === other.isIn && (!one.isIn || one.shift === other.shift) ? [] : [{ ...row, one, other }];
  });
  return (
    <div className="scenario-page">
      <p style={{ margin: 0 }}>
        <AllScenarios /> <span className="meta">· {t('scenarios.unit')}</span>
      </p>
      <div className="scenario-columns">
        <Side scenario={first} />
        <Side scenario={second} />
      </div>
      <section>
        <h2>{t('scenarios.different', { count: different.length })}</h2>
        {different.length === 0 ? (
          <p className="second">{t('scenarios.sameChoice')}</p>
        ) : (
          <div className="need-scroll" role="region" aria-label={t('scenarios.differentTitle')} tabIndex={0}>
            <table className="need-table">
              <thead>
                <tr>
                  <th scope="col">{t('scenarios.project')}</th>
                  <th scope="col" className="amount">
                    {t('scenarios.mark')}
                  </th>
                  <th scope="col" className="amount">
                    {t('scenarios.worth')}
                  </th>
                  {[first, second].map(({ id, name }) => (
                    <th key={id} scope="col" className="scenario-name">
                      {script(name)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {different.map(({ code, name, mark, worth, one, other }) => (
                  <tr key={code}>
                    <th scope="row">
                      <Link to="/projects/$projectCode" params={{ projectCode: code }}>
                        {script(name)}
                      </Link>{' '}
                      <span className="meta">{code}</span>
                    </th>
                    <td className="amount">{mark === null ? '–' : amount(mark)}</td>
                    <td className="amount" title={amount(worth)}>
                      {millions(worth)}
                    </td>
                    <td>{one.text}</td>
                    <td>{other.text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </div>
  );
}

function Side({ scenario }: { scenario: Scenario }) {
  const { t, data: script } = useText();
  const { calendar, cells } = useScenarioCalendar(scenario);
  return (
    <section className="scenario-side">
      <h2 className="scenario-name" style={{ margin: 0 }}>
        <ScenarioLink id={scenario.id}>{script(scenario.name)}</ScenarioLink>
      </h2>
      {scenario.hidden > 0 && <p className="second">{t('scenarios.hidden', { count: scenario.hidden })}</p>}
      <div className="panel scenario-top">
        <ScenarioFacts calendar={calendar} count={scenario.candidates.length} />
      </div>
      {calendar.years.length > 0 && (
        <NeedTable
          caption={`${script(scenario.name)}: ${t('scenarios.table')}`}
          saysUnit={false}
          years={calendar.years}
          sources={calendar.sources}
          cells={cells}
        />
      )}
    </section>
  );
}
