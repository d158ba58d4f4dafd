import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Deadline } from '@pimis/contract/dashboard';
import { listInfo } from '@pimis/domain/workflow/lists';
import { dashboardQuery } from '../../api/common.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { IconGavel } from '../../ui/icons.ts';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';
import { Failed } from '../../ui/Failed.tsx';

/** A deadline whose day is set. */
type Dated = Deadline & { day: string; days: number; kind: Exclude<Deadline['kind'], 'list'> };

const isDated = (deadline: Deadline): deadline is Dated =>
  deadline.day !== null && deadline.days !== null && deadline.kind !== 'list';

/** The days until a deadline; a past session is marked while its list has undecided projects. */
function distance({ kind, days }: Dated, { t }: Text): string {
  if (days === 0) return t('dashboard.today');
  if (days < 0) return t(kind === 'session' ? 'dashboard.deadlines.undecided' : 'dashboard.deadlines.past');
  return t('dashboard.deadlines.in', { days: t('dashboard.days', { count: days }) });
}

/** Day and month as on a calendar leaf, next to the whole date. */
function Leaf({ day }: { day: string }) {
  const { data, language } = useText();
  const month = new Intl.DateTimeFormat(language === 'en' ? 'en' : 'sr-Cyrl', { month: 'short', timeZone: 'UTC' });
  return (
    <span className="deadline-leaf" aria-hidden>
      <span>{Number(day.slice(-2))}</span>
      <span>{data(month.format(new Date(`${day}T00:00:00Z`)))}</span>
    </span>
  );
}

function ListName({ list }: { list: NonNullable<Deadline['list']> }) {
  const { t, data, pair } = useText();
  return (
    <>
      {pair(listInfo(list.type).title)},{' '}
      <span className="deadline-name">{t('dashboard.deadlines.listName', { name: data(list.name) })}</span>
    </>
  );
}

/** A deadline, with a link to its project or list for users who may open it. */
function Item({ deadline }: { deadline: Dated }) {
  const text = useText();
  const { t, data, date } = text;
  const user = useUser();
  const { kind, day, days, project, list } = deadline;
  const late = days < 0;
  return (
    <li className="deadline" data-late={late}>
      <Leaf day={day} />
      <span>
        <span className="strong">{t(`dashboard.deadlines.${kind}`)}</span>
        {project && (
          <Link to="/projects/$projectCode/details" params={{ projectCode: project.code }} className="deadline-of">
            {data(project.name)}
          </Link>
        )}
        {list && can(user, 'list.view') && (
          <Link
            to="/project-lists/$listType/$listName"
            params={{ listType: String(list.type), listName: list.name }}
            className="deadline-of"
          >
            <ListName list={list} />
          </Link>
        )}
        {list && !can(user, 'list.view') && (
          <span className="deadline-of">
            <ListName list={list} />
          </span>
        )}
        <span className={late ? 'late' : 'meta'}>
          {[
            date(day),
            distance(deadline, text),
            ...(list ? [t('dashboard.deadlines.projects', { count: list.projects })] : []),
          ].join(' · ')}
        </span>
      </span>
    </li>
  );
}

/** The lists whose session has no day yet, in one line, because they have no deadline. */
function Undated({ lists }: { lists: readonly NonNullable<Deadline['list']>[] }) {
  const { t } = useText();
  const user = useUser();
  const [first] = lists;
  if (!first) return null;
  const words = t('dashboard.deadlines.withoutDay', { count: lists.length });
  const projects = lists.reduce((sum, list) => sum + list.projects, 0);
  return (
    <p className="meta deadlines-undated">
      <IconGavel size={16} stroke={1.7} aria-hidden />{' '}
      {can(user, 'list.view') ? (
        <Link to="/project-lists/$listType" params={{ listType: String(first.type) }}>
          {words}
        </Link>
      ) : (
        words
      )}
      {' · '}
      {t('dashboard.deadlines.projects', { count: projects })}
    </p>
  );
}

/** Coming deadlines: the next quarter, lists and sessions of the commission, ends of postponements. */
export function Deadlines() {
  const { t } = useText();
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery);
  if (!dashboard && !error) return null;
  return (
    <section className="panel" aria-labelledby="deadlines-title" style={{ marginBottom: 16 }}>
      <div className="panel-head">
        <h2 id="deadlines-title">{t('dashboard.deadlines.title')}</h2>
      </div>
      {!dashboard && <Failed error={error} onRetry={() => void refetch()} />}
      <ul className="deadlines">
        {dashboard?.deadlines.filter(isDated).map((deadline) => (
          <Item
            key={[deadline.kind, deadline.project?.code, deadline.list?.type, deadline.list?.name].join('/')}
            deadline={deadline}
          />
        ))}
      </ul>
      <Undated
        lists={(dashboard?.deadlines ?? []).flatMap((one) => (one.list && one.day === null ? [one.list] : []))}
      />
    </section>
  );
}
