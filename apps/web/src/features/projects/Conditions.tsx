import { Link } from '@tanstack/react-router';
import type { Project } from '@pimis/contract/projects';
import { formName } from './form-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconCheck, IconCircleDashed } from '../../ui/icons.ts';
import { useBase } from './use-base.ts';

/** Conditions of the next step, with their state and a link. */
export function Conditions({ project }: { project: Project }) {
  const text = useText();
  const { t, pair } = text;
  const base = useBase();
  if (project.conditions.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="conditions-title">
      <div className="panel-head">
        <h2 id="conditions-title">{t('projects.page.conditions.title')}</h2>
      </div>
      <ul className="project-conditions">
        {project.conditions.map(({ key, label, met, form }) => (
          <li key={`${key}${form?.id ?? ''}`}>
            {met ? (
              <IconCheck size={16} color="var(--p-good)" aria-hidden />
            ) : (
              <IconCircleDashed size={16} color="var(--p-warning)" aria-hidden />
            )}
            <span>
              {pair(label)}
              <span className="visually-hidden">
                {': '}
                {t(met ? 'projects.page.conditions.met' : 'projects.page.conditions.missing')}
              </span>
              {form && (
                <Link
                  to={`${base}/${project.code}/phases/${project.projectPhaseId}/forms/${form.segment}/id/${form.id}`}
                  style={{ display: 'block', fontSize: 13 }}
                >
                  {formName({ code: form.segment, name: form.name }, text)}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
