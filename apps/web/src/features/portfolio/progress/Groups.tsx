import { Link } from '@tanstack/react-router';
import type { PortfolioProgress, ProgressGroup } from '@pimis/contract/portfolio/progress';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { projectsAddress } from '../filter.ts';
import { FigureCells, FigureHeads } from './FigureCells.tsx';

/**
 * Earned value by phase, sector, body and district; each name links to the measured projects of its group. Phases of a
 * past day have no link, because the table cannot filter by past phases.
 */
export function Groups({
  progress,
  filter,
  isPast,
}: {
  progress: PortfolioProgress;
  filter: TableState;
  isPast: boolean;
}) {
  const { t, pair, data, charts } = useText();
  const sectorName = (key: string) => {
    const label = SECTOR_OPTIONS[Number(key) - 1]?.label;
    return label ? pair(label) : key;
  };
  const parts: [string, string, (group: ProgressGroup & { name?: string }) => string, readonly ProgressGroup[]][] = [
    [t('portfolioViews.corner.phases'), 'phase', ({ key }) => pair(phaseInfo(Number(key)).title), progress.phases],
    [t('portfolioViews.corner.sectors'), 'sector', ({ key }) => sectorName(key), progress.sectors],
    [t('portfolioViews.corner.bodies'), 'organizationId', ({ name, key }) => data(name ?? key), progress.bodies],
    [t('portfolioViews.map.district'), 'district', ({ name, key }) => data(name ?? key), progress.districts],
  ];
  return (
    <div className="portfolio-charts">
      {parts.map(([corner, field, nameOf, groups]) => (
        <section key={field} className="panel portfolio-panel" data-size="wide" aria-label={corner}>
          <div className="portfolio-table portfolio-chart portfolio-rows" role="group" aria-label={corner} tabIndex={0}>
            <table>
              <caption>{corner}</caption>
              <thead>
                <tr>
                  <th scope="col">{corner}</th>
                  <th scope="col" className="amount">
                    {t('portfolioViews.progress.measured')}
                  </th>
                  <FigureHeads />
                </tr>
              </thead>
              <tbody>
                {groups.map((group) => (
                  <tr key={group.key}>
                    <th scope="row">
                      {isPast && field === 'phase' ? (
                        nameOf(group)
                      ) : (
                        <Link to={projectsAddress(filter, { [field]: group.key, measuredOn: progress.day })}>
                          {nameOf(group)}
                        </Link>
                      )}
                    </th>
                    <td className="amount">{charts.count.full(group.projects)}</td>
                    <FigureCells of={group} />
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </div>
  );
}
