import { Button } from '@mantine/core';
import { useDeferredValue, useId, useState } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { useText } from '../../../i18n/use-text.ts';
import { IconChevronDown } from '../../../ui/icons.ts';
import { Proposal } from './Proposal.tsx';
import { ScenarioFacts } from './ScenarioFacts.tsx';
import { ScenarioNeeds } from './ScenarioNeeds.tsx';
import { SectorCeilings } from './SectorCeilings.tsx';
import type { useScenarioCalendar } from './use-scenario-calendar.ts';
import type { ScenarioDraft } from './use-scenario-draft.ts';

interface ScenarioTopProps {
  draft: ScenarioDraft;
  figures: ReturnType<typeof useScenarioCalendar>;
  sectorCeilings: NonNullable<Scenario['sectorCeilings']>;
}

/** The tools that determine the choice: the proposal, the ceilings by source, and the sums that result. */
export function ScenarioTop({ draft, figures, sectorCeilings }: ScenarioTopProps) {
  const { t } = useText();
  const { shown, change } = draft;
  const { calendar } = figures;
  const deferred = useDeferredValue(figures);
  const place = useId();
  const [isOpen, setOpen] = useState(false);
  // Parts for paper alone must not delay a switch.
  const { calendar: ofTable, cells } = isOpen ? figures : deferred;
  return (
    <>
      <Proposal
        scenario={shown}
        draft={draft}
        facts={
          <>
            <ScenarioFacts calendar={calendar} count={shown.candidates.length} />
            <SectorCeilings ceilings={sectorCeilings} />
          </>
        }
        tools={
          calendar.years.length > 0 && (
            <Button
              variant="default"
              aria-expanded={isOpen}
              aria-controls={place}
              rightSection={<IconChevronDown size={14} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {t('scenarios.overshoot')}
            </Button>
          )
        }
      />
      {calendar.years.length > 0 && (
        // Paper has them in any case.
        <div id={place} className={isOpen ? undefined : 'print-only'}>
          <ScenarioNeeds
            ceilings={shown.ceilings}
            calendar={ofTable}
            cells={cells}
            onChange={shown.isOwn ? (ceilings) => change((now) => ({ ...now, ceilings })) : null}
          />
        </div>
      )}
    </>
  );
}
