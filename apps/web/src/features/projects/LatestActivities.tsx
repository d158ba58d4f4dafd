import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Project } from '@pimis/contract/projects';
import { FIRST_PAGE, listParameters } from '../../ui/DataTable/state.ts';
import { useText } from '../../i18n/use-text.ts';
import { activitiesQuery } from './api.ts';
import { activityText } from '../../i18n/activity-text.ts';
import { ActivityComment } from '../../ui/ActivityComment.tsx';
import { useBase } from './use-base.ts';
import { Failed } from '../../ui/Failed.tsx';

const SHOWN = 5;

/** What happened last in the current phase. */
export function LatestActivities({ project }: { project: Project }) {
  const text = useText();
  const { t, data, instant } = text;
  const base = useBase();
  const asked = listParameters({ ...FIRST_PAGE, perPage: SHOWN, sortBy: 'changedDate', descending: true });
  const { data: found, error, refetch } = useQuery(activitiesQuery(project.code, project.projectPhaseId, asked));
  if (found ? found.rows.length === 0 : !error) return null;
  return (
    <section className="panel" aria-labelledby="latest-title">
      <div className="panel-head">
        <h2 id="latest-title">{t('projects.page.latest')}</h2>
      </div>
      {!found && <Failed error={error} onRetry={() => void refetch()} />}
      <ul className="project-conditions">
        {found?.rows.map((row) => (
          <li key={row.id}>
            <span>
              {activityText(row.operation, text) ?? row.operation}
              <span className="meta" style={{ display: 'block' }}>
                {data(row.changedUser)}
                {row.standInFor !== null && `, ${t('daily.absence.inPlaceOf', { name: data(row.standInFor) })}`} ·{' '}
                {instant(row.changedDate)}
              </span>
              <ActivityComment activity={row} />
            </span>
          </li>
        ))}
      </ul>
      <p style={{ padding: '0 16px 12px' }}>
        <Link to={`${base}/${project.code}/phases/${project.projectPhaseId}/activities`}>
          {t('projects.page.allActivities')}
        </Link>
      </p>
    </section>
  );
}
