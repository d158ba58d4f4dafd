import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dashboardQuery } from '../../api/common.ts';
import { useText } from '../../i18n/use-text.ts';

/** What comes on a known day. */
export function Deadlines() {
  const { t, data, date } = useText();
  const { data: dashboard } = useQuery(dashboardQuery);
  if (!dashboard) return null;
  return (
    <section className="panel" aria-labelledby="deadlines-title" style={{ marginBottom: 16 }}>
      <div className="panel-head">
        <h2 id="deadlines-title">{t('dashboard.deadlines.title')}</h2>
      </div>
      <ul style={{ margin: 0, padding: '4px 16px 12px', listStyle: 'none' }}>
        {dashboard.deadlines.map(({ kind, day, project }) => (
          <li key={`${kind}${project?.code ?? ''}`} style={{ padding: '6px 0' }}>
            <span className="strong">{date(day)}</span> {t(`dashboard.deadlines.${kind}`)}
            {project && (
              <Link
                to="/projects/$projectCode/details"
                params={{ projectCode: project.code }}
                style={{ display: 'block', fontSize: 13 }}
              >
                {data(project.name)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
