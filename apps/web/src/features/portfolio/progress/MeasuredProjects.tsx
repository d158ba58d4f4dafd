import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/use-text.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { measuredProjectsQuery } from './api.ts';
import { MoreButton } from './MoreButton.tsx';
import { FigureCells, FigureHeads } from './FigureCells.tsx';
import { shortQuarterText } from '@pimis/domain/dates/quarter-text';

/** Earned value of each measured project, the largest budget first; each leads to its project. */
export function MeasuredProjects({ parameters }: { parameters: string }) {
  const { t, data, pair } = useText();
  const query = useInfiniteQuery(measuredProjectsQuery(parameters));
  const { data: pages, error, refetch } = query;
  const title = t('portfolioViews.progress.byProject');
  return (
    <section className="panel portfolio-panel" aria-labelledby="progress-projects" style={{ marginBottom: 16 }}>
      <div className="panel-head">
        <h2 id="progress-projects">{title}</h2>
      </div>
      {error && !pages && <Failed error={error} onRetry={() => void refetch()} />}
      {!pages && !error && <Waiting lines={3} />}
      {pages && (
        <div className="portfolio-table portfolio-chart portfolio-rows" role="group" aria-label={title} tabIndex={0}>
          <table>
            <caption>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{t('portfolioViews.progress.project')}</th>
                <th scope="col">{t('portfolioViews.money.quarter')}</th>
                <FigureHeads />
              </tr>
            </thead>
            <tbody>
              {pages.pages
                .flatMap(({ projects }) => projects)
                .map((project) => (
                  <tr key={project.code}>
                    <th scope="row">
                      <Link to="/projects/$projectCode/timeline" params={{ projectCode: project.code }}>
                        {data(project.name)}
                      </Link>
                      <div className="meta">{data(project.organizationName)}</div>
                    </th>
                    <td>{pair(shortQuarterText(project.quarter))}</td>
                    <FigureCells of={project} />
                  </tr>
                ))}
            </tbody>
          </table>
          <MoreButton {...query} />
        </div>
      )}
    </section>
  );
}
