import { Link } from '@tanstack/react-router';
import type { PortfolioPart, PortfolioSums } from '@pimis/contract/portfolio/overview';
import { useText } from '../../i18n/use-text.ts';
import type { TableState } from '../../ui/DataTable/state.ts';
import { ShortAmount } from '../../ui/ShortAmount.tsx';
import { ExportMenu } from './ExportButton.tsx';
import { projectsAddress } from './filter.ts';
import { MeasureChoice } from './MeasureChoice.tsx';

/** The sums of all projects of the filter; each links to its projects. */
function Facts({ all, filter }: { all: PortfolioSums; filter: TableState }) {
  const { t, charts } = useText();
  const inDinars = (measure: 'value' | 'spent') =>
    t('portfolioViews.inDinars', { measure: t(`portfolioViews.measures.${measure}`) });
  return (
    <dl className="panel portfolio-facts">
      <div>
        <dt>{t('portfolioViews.measures.projects')}</dt>
        <dd>
          <Link to={projectsAddress(filter)}>{charts.count.full(all.projects)}</Link>
        </dd>
      </div>
      <div>
        <dt>{inDinars('value')}</dt>
        <dd>
          <Link to={projectsAddress(filter)}>
            <ShortAmount amount={all.value} />
          </Link>
        </dd>
      </div>
      <div>
        <dt>{inDinars('spent')}</dt>
        <dd>
          <Link to={projectsAddress(filter)}>
            <ShortAmount amount={all.spent} />
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('portfolioViews.measures.late')}</dt>
        <dd>
          <Link to={projectsAddress(filter, { isPlanLate: 'true' })}>{charts.count.full(all.late)}</Link>
        </dd>
      </div>
    </dl>
  );
}

interface PortfolioHeadProps {
  all: PortfolioSums;
  filter: TableState;
  /** The charts whose numbers can be saved, with their titles. */
  parts: readonly { part: PortfolioPart; title: string }[];
}

/** The head of overview and map: the sums, the choice of a measure, and the workbooks. */
export function PortfolioHead({ all, filter, parts }: PortfolioHeadProps) {
  return (
    <>
      <Facts all={all} filter={filter} />
      <div className="portfolio-tools">
        <MeasureChoice />
        <ExportMenu filter={filter} parts={parts} />
      </div>
    </>
  );
}
