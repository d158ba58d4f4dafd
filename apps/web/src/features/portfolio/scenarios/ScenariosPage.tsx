import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScenarioHead } from '@pimis/contract/portfolio/scenarios';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { IconArrowsDiff, IconPlus } from '../../../ui/icons.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { useFilterSearch } from '../use-portfolio-filter.ts';
import { scenariosQuery } from './api.ts';
import { ScenarioLink } from './links.tsx';
import { NewScenario } from './NewScenario.tsx';
import './scenarios.css';

const COMPARED = 2;

/** The user's own scenarios and those that others share. */
export function ScenariosPage() {
  const { t } = useText();
  const user = useUser();
  return can(user, 'portfolio.scenarios') ? <Scenarios /> : <Empty title={t('scenarios.forbidden')} />;
}

function Scenarios() {
  const { t } = useText();
  const navigate = useNavigate();
  const filter = useFilterSearch();
  const { data, error, refetch } = useQuery(scenariosQuery);
  const [making, setMaking] = useState(false);
  const [compared, setCompared] = useState<number[]>([]);
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const make = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      {t('scenarios.new')}
    </Button>
  );
  const choose = (id: number) =>
    setCompared((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-COMPARED)));
  return (
    <>
      {data.length === 0 ? (
        <Empty title={t('scenarios.none')} hint={t('scenarios.noneHint')}>
          {make}
        </Empty>
      ) : (
        <>
          <div className="scenario-tools">
            <p className="second" style={{ margin: 0, marginRight: 'auto' }}>
              {t('scenarios.decidesNothing')}
            </p>
            <Button
              variant="default"
              leftSection={<IconArrowsDiff size={16} />}
              disabled={compared.length !== COMPARED}
              title={compared.length === COMPARED ? undefined : t('scenarios.compareHint')}
              onClick={() =>
                void navigate({
                  to: '/portfolio/scenarios/compare',
                  search: { ...filter, a: compared[0], b: compared[1] },
                })
              }
            >
              {t('scenarios.compare')}
            </Button>
            {make}
          </div>
          <ul className="scenario-list">
            {data.map((scenario) => (
              <ScenarioItem
                key={scenario.id}
                scenario={scenario}
                isCompared={compared.includes(scenario.id)}
                onCompare={() => choose(scenario.id)}
              />
            ))}
          </ul>
        </>
      )}
      {making && <NewScenario onClose={() => setMaking(false)} />}
    </>
  );
}

interface ScenarioItemProps {
  scenario: ScenarioHead;
  isCompared: boolean;
  onCompare: () => void;
}

function ScenarioItem({ scenario, isCompared, onCompare }: ScenarioItemProps) {
  const { t, data: script, instant } = useText();
  return (
    <li className="panel scenario-item">
      <input
        type="checkbox"
        checked={isCompared}
        onChange={onCompare}
        aria-label={t('scenarios.choose', { name: script(scenario.name) })}
      />
      <div>
        <ScenarioLink id={scenario.id} className="strong">
          {script(scenario.name)}
        </ScenarioLink>
        <p className="meta">
          {scenario.isOwn ? t('scenarios.own') : script(scenario.ownerName)}
          {scenario.shared && ` · ${t('scenarios.shared')}`} ·{' '}
          {t('scenarios.chosenOf', { chosen: scenario.chosen, count: scenario.candidates })} ·{' '}
          {t('scenarios.savedAt', { time: instant(scenario.changedDate) })}
        </p>
      </div>
    </li>
  );
}
