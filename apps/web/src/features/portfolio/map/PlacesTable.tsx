import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { NamedPortfolioGroup, PortfolioMap } from '@pimis/contract/portfolio/overview';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons.ts';
import { projectsAddress } from '../filter.ts';
import { useMeasure } from '../MeasureChoice.tsx';
import { type Measure, measured, MEASURES } from '../measures.ts';

const IN_DINARS: readonly Measure[] = ['value', 'spent'];

/** Districts with projects, in the order of the chosen measure; each opens to its municipalities. */
export function PlacesTable({ map, filter }: { map: PortfolioMap; filter: TableState }) {
  const { t, data, charts, inOrder } = useText();
  const [measure] = useMeasure();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const cells = ({ value, projects, spent, late }: NamedPortfolioGroup) => (
    <>
      <td className="amount">{charts.amount.short(Number(value))}</td>
      <td className="amount">{charts.count.full(projects)}</td>
      <td className="amount">{charts.amount.short(Number(spent))}</td>
      <td className="amount">{charts.count.full(late)}</td>
    </>
  );
  return (
    <div className="portfolio-table">
      <table>
        <caption>{t('portfolioViews.map.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('portfolioViews.map.district')}</th>
            {MEASURES.map((one) => (
              <th key={one} scope="col" className="amount">
                {IN_DINARS.includes(one)
                  ? t('portfolioViews.inDinars', { measure: t(`portfolioViews.measures.${one}`) })
                  : t(`portfolioViews.measures.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.districts
            .filter(({ projects }) => projects > 0)
            .toSorted((one, other) => measured(measure, other) - measured(measure, one))
            .map((district) => {
              const isOpen = opened.has(district.key);
              const Icon = isOpen ? IconChevronDown : IconChevronRight;
              const towns = inOrder(map.municipalities.filter((town) => town.district === district.key));
              return (
                <Fragment key={district.key}>
                  <tr>
                    <th scope="row">
                      <div className="portfolio-place">
                        <button
                          type="button"
                          className="link-button"
                          aria-expanded={isOpen}
                          aria-label={t('portfolioViews.map.towns', { district: data(district.name) })}
                          onClick={() => toggle(district.key)}
                        >
                          <Icon size={14} aria-hidden />
                        </button>
                        <Link to={projectsAddress(filter, { district: district.key })}>{data(district.name)}</Link>
                      </div>
                    </th>
                    {cells(district)}
                  </tr>
                  {isOpen &&
                    towns.map((town) => (
                      <tr key={town.key}>
                        <th scope="row" style={{ paddingLeft: 32 }}>
                          <Link to={projectsAddress(filter, { municipality: town.key })}>{data(town.name)}</Link>
                        </th>
                        {cells(town)}
                      </tr>
                    ))}
                </Fragment>
              );
            })}
        </tbody>
      </table>
    </div>
  );
}
