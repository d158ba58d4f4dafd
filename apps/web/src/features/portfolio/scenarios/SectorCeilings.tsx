import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { useText } from '../../../i18n/use-text.ts';
import { useMillions } from './use-millions.ts';

/** Names the ceilings of one sector, which do not count in a scenario. */
export function SectorCeilings({ ceilings }: { ceilings: NonNullable<Scenario['sectorCeilings']> }) {
  const { t, pair, source: nameOf } = useText();
  const millions = useMillions();
  if (ceilings.length === 0) return null;
  const sectorName = (sector: number) => {
    const label = SECTOR_OPTIONS[sector - 1]?.label;
    return label ? pair(label) : String(sector);
  };
  return (
    <details className="sector-ceilings">
      <summary>{t('scenarios.sectorCeilings', { count: ceilings.length })}</summary>
      <ul>
        {ceilings.map(({ year, source, sector, amount: most }) => (
          <li key={`${year} ${sector} ${source}`}>
            {year}, {sectorName(sector)}, {nameOf(source)}: {millions(most)}
          </li>
        ))}
      </ul>
    </details>
  );
}
