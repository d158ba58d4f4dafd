import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FirstStep } from '@pimis/contract/dashboard';
import { dashboardQuery } from '../../api/common.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconArrowRight, IconCheck, IconCircleDashed } from '../../ui/icons.ts';

const PLACES: Readonly<Record<FirstStep, string>> = {
  codeTables: '/registry',
  reviewers: '/administration/user/create',
  organizations: '/administration/organization/management',
  users: '/administration/user/create',
};

/** The setup steps of a new installation, each with its state and a link. */
export function FirstSteps() {
  const { t } = useText();
  const { data: dashboard } = useQuery(dashboardQuery);
  const steps = dashboard?.firstSteps;
  if (!steps) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <section className="panel" aria-labelledby="first-steps-title" style={{ marginBottom: 16 }}>
      <div className="panel-head">
        <h2 id="first-steps-title">{t('dashboard.firstSteps.title')}</h2>
        <span className="meta" style={{ marginLeft: 'auto' }}>
          {t('dashboard.firstSteps.done', { done, total: steps.length })}
        </span>
      </div>
      <ol className="first-steps">
        {steps.map((step) => (
          <li key={step.key} data-done={step.done}>
            {step.done ? (
              <IconCheck size={18} color="var(--p-good)" aria-hidden />
            ) : (
              <IconCircleDashed size={18} color="var(--p-warning)" aria-hidden />
            )}
            <span>
              <span className="strong">{t(`dashboard.firstSteps.${step.key}.title`)}</span>
              <span className="visually-hidden">
                {': '}
                {t(step.done ? 'dashboard.firstSteps.isDone' : 'dashboard.firstSteps.isOpen')}
              </span>
              <span className="meta">{t(`dashboard.firstSteps.${step.key}.hint`)}</span>
            </span>
            <Link
              to={PLACES[step.key]}
              aria-label={`${t('dashboard.firstSteps.open')}: ${t(`dashboard.firstSteps.${step.key}.title`)}`}
            >
              {t('dashboard.firstSteps.open')} <IconArrowRight size={14} aria-hidden style={{ verticalAlign: -2 }} />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
