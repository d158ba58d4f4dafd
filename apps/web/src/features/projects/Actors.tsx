import { Avatar } from '@mantine/core';
import type { ActorStep, Project } from '@pimis/contract/projects';
import { useText } from '../../i18n/use-text.ts';
import { inOrderOf } from './step-message.ts';
import { initialsOf } from '../../ui/initials.ts';
import { Away } from '../daily/absences/Away.tsx';

/** Two people may have the same name, and nothing else that distinguishes them is shown. */
const withKeys = (people: ActorStep['people']) =>
  people.map((person, place) => {
    const before = people.slice(0, place).filter(({ name }) => name === person.name);
    return { person, key: `${person.name} ${before.length}` };
  });

function Step({ step, index }: { step: ActorStep; index?: number }) {
  const text = useText();
  const { t, data, pair } = text;
  return (
    <div className="actor">
      <p className="strong">
        {index !== undefined && `${index}. `}
        {pair(step.label)}
      </p>
      <p className="meta">{data(step.organizationName)}</p>
      {index === undefined &&
        withKeys(inOrderOf(step.people, text)).map(({ key, person }) => (
          <div key={key} style={{ display: 'flex', alignItems: 'center', gap: 8, marginTop: 6 }}>
            <Avatar size={26} color="petrol" aria-hidden>
              {data(initialsOf(person.name))}
            </Avatar>
            <span>
              {data(person.name)} {person.isCurrentUser && t('projects.page.you')}
              <Away away={person.away} />
            </span>
          </div>
        ))}
      {step.people.length === 0 && <p className="meta">{t('projects.page.nobody')}</p>}
    </div>
  );
}

/** Why nobody can act on a pending project. */
function Resting({ rest, until }: { rest: NonNullable<Project['rest']>; until: string | null }) {
  const { t, date } = useText();
  return (
    <aside className="panel" aria-labelledby="actors-title">
      <div className="panel-head">
        <h2 id="actors-title">{t('projects.page.whoNow')}</h2>
      </div>
      <p style={{ padding: '4px 16px 12px', margin: 0 }}>
        {t(`projects.page.rests.${rest}`, { date: until === null ? '' : date(until) })}
      </p>
    </aside>
  );
}

/** People who can act now and next, and the waiting time of the step compared with its norm. */
export function Actors({ project }: { project: Project }) {
  const { t, date } = useText();
  if (project.actors.now.length === 0) {
    return project.rest ? <Resting rest={project.rest} until={project.postponedUntil} /> : null;
  }
  const late = project.waitingDays > project.waitingNorm;
  return (
    <aside className="panel" aria-labelledby="actors-title">
      <div className="panel-head">
        <h2 id="actors-title">{t('projects.page.whoNow')}</h2>
      </div>
      <div style={{ padding: '4px 16px 12px' }}>
        {project.actors.now.map((step) => (
          <Step key={step.key + step.organizationId} step={step} />
        ))}
        <p className={late ? 'late' : 'meta'} style={{ fontSize: 13 }}>
          {project.isAwaited
            ? t(project.waitingDays === 0 ? 'projects.page.waitsToday' : 'projects.page.waits', {
                days: t('dashboard.days', { count: project.waitingDays }),
                norm: t('dashboard.days', { count: project.waitingNorm }),
              })
            : t('projects.page.waitsFrom', { date: date(project.waitingSince) })}
        </p>
        {project.actors.next.length > 0 && (
          <>
            <p className="meta" style={{ marginTop: 12 }}>
              {t('projects.page.whoNext')}
            </p>
            {project.actors.next.map((step, index) => (
              <Step key={step.key + String(index)} step={step} index={index + 1} />
            ))}
          </>
        )}
      </div>
    </aside>
  );
}
