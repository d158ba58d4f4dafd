import type { Project } from '@pimis/contract/projects';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import type { Text } from '../../i18n/use-text.ts';
import { activityText } from '../../i18n/activity-text.ts';

/** More people than this are shown as their organization. */
const NAMED = 2;

type People = Project['actors']['now'][number]['people'];

/** The user first, the others in the alphabet of the reader. */
export const inOrderOf = (people: People, { inOrder }: Text): People =>
  inOrder(people).toSorted((one, other) => Number(other.isCurrentUser) - Number(one.isCurrentUser));

/** The user's next step on the project, otherwise the people who act on it, or the reason why nobody does. */
function whoActs(
  project: Pick<Project, 'status' | 'postponedUntil' | 'actors'> & Partial<Pick<Project, 'nextStep'>>,
  text: Text,
): string | null {
  const { t, data, date, pair, list } = text;
  if (project.status !== PROJECT_STATUS.pending) return t('projects.page.stepMessage.finished');
  const [now] = project.actors.now;
  if (!now)
    return project.postponedUntil ? t('projects.page.stepMessage.rests', { date: date(project.postponedUntil) }) : null;
  if (project.nextStep) return t('projects.page.stepMessage.yours', { step: pair(project.nextStep.label) });
  if (now.people.length === 1 && now.people[0]?.isCurrentUser) return t('projects.page.stepMessage.you');
  if (now.people.length === 0) return t('projects.page.stepMessage.nobody', { name: data(now.organizationName) });
  const named = now.people.length <= NAMED;
  const names = named ? inOrderOf(now.people, text).map(({ name }) => data(name)) : [data(now.organizationName)];
  return t('projects.page.stepMessage.acts', { count: names.length, names: list(names, 'or') });
}

/** A sentence; a date at its end already has a full stop. */
const ended = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`);

/** The next step as a sentence: "Сада поступа Милош Петровић." */
export function nextText(project: Parameters<typeof whoActs>[0], text: Text): string {
  const next = whoActs(project, text);
  return next === null ? '' : ended(`${next.charAt(0).toLocaleUpperCase()}${next.slice(1)}`);
}

/** The action on a form and the next step: "Образац је закључан. Следеће: Пошаљи на потврду." */
export const formMessage = (done: string, project: Parameters<typeof whoActs>[0], text: Text): string =>
  `${done} ${nextText(project, text)}`.trimEnd();

/** The result of a step and who acts now: "Послато на потврду, сада поступа Милош Петровић." */
export function stepMessage(key: string, project: Parameters<typeof whoActs>[0], text: Text): string {
  return ended([activityText(key, text) ?? key, whoActs(project, text)].filter((part) => part !== null).join(', '));
}
