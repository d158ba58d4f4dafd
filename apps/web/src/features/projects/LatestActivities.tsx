import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Project } from '@pimis/contract/projects';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { useText } from '../../i18n/use-text.ts';
import { latestActivitiesQuery } from './api.ts';
import { activityText } from '../../i18n/activity-text.ts';
import { ActivityComment } from '../../ui/ActivityComment.tsx';
import { formName } from './form-name.ts';
import { useBase } from './use-base.ts';
import { Failed } from '../../ui/Failed.tsx';

/** The latest activities; those of a phase that the project has left show the name of the phase. */
export function LatestActivities({ project }: { project: Project }) {
  const text = useText();
  const { t, data, instant, pair } = text;
  const base = useBase();
  const { data: found, error, refetch } = useQuery(latestActivitiesQuery(project.code));
  if (found ? found.length === 0 : !error) return null;
  return (
    <section className="panel" aria-labelledby="latest-title">
      <div className="panel-head">
        <h2 id="latest-title">{t('projects.page.latest')}</h2>
      </div>
      {!found && <Failed error={error} onRetry={() => void refetch()} />}
      <ul className="project-conditions">
        {found?.map((row) => (
          <li key={row.id}>
            <span>
              {activityText(row.operation, text) ?? row.operation}
              <span className="meta" style={{ display: 'block' }}>
                {row.report !== null && `${formName(row.report, text)} · `}
                {row.phase !== project.phase && `${pair(phaseInfo(row.phase).title)} · `}
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
