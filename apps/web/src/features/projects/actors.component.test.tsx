import { afterEach, expect, test, vi } from 'vitest';
import type { ActorStep, Project } from '@pimis/contract/projects';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { Actors } from './Actors.tsx';
import './project.css';

afterEach(() => vi.restoreAllMocks());

const PERSON = { name: 'Ана Анић', isCurrentUser: false, away: null };
const drawn = (waitingDays: number, people: ActorStep['people'] = [PERSON], later: Partial<Project> = {}) => {
  signIn();
  const step = {
    key: 'confirm',
    label: { sr: 'Потврди', en: 'Confirm' },
    organizationId: '50112',
    organizationName: 'Град Ваљево',
    people,
  };
  const waits = { waitingSince: '2026-04-02T09:00:00.000Z', isAwaited: true, waitingDays, waitingNorm: 7, ...later };
  const project = { status: PROJECT_STATUS.pending, ...waits, actors: { now: [step], next: [] } };
  return draw(<Actors project={project as unknown as Project} />);
};

test.each([
  [0, 'Чека од данас, рок је 7 дана'],
  [1, 'Чека 1 дан, рок је 7 дана'],
  [8, 'Чека 8 дана, рок је 7 дана'],
])('a step that waits for %s days says so beside its limit', async (days, sentence) => {
  const screen = await drawn(days);
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
});

test('a step that waits only from a later day says from which', async () => {
  const screen = await drawn(0, [PERSON], { waitingSince: '2026-03-31T22:00:00.000Z', isAwaited: false });
  await expect.element(screen.getByText('Чека од 1.4.2026.', { exact: true })).toBeVisible();
});

test('two people of one name are both shown, and told apart', async () => {
  const reported = vi.spyOn(console, 'error');
  const screen = await drawn(1, [PERSON, { ...PERSON, name: 'Бора Бобић' }, PERSON]);
  await expect.element(screen.getByText('Бора Бобић')).toBeVisible();
  expect(screen.getByText(PERSON.name).elements()).toHaveLength(2);
  expect(reported).not.toHaveBeenCalled();
});

test('the longest name of a person stays within the panel', async () => {
  const screen = await drawn(0, [{ ...PERSON, name: 'Ж'.repeat(200) }]);
  const { container } = screen;
  await expect.element(screen.getByText('Ж'.repeat(200))).toBeVisible();
  expect(container.scrollWidth).toBe(container.clientWidth);
});

test.each([
  [{ rest: 'postponed', postponedUntil: '2027-03-01' }, 'Тренутно нико: одлука је одложена до 1.3.2027.'],
  [{ rest: 'quarterAhead' }, 'Тренутно нико: следећи квартал систем отвара прве ноћи по његовом почетку.'],
  [{ rest: 'quarterDue' }, 'Следећи квартал је почео. Систем га отвара наредне ноћи, а може се додати и раније.'],
  [{ rest: 'formsLimit' }, 'Тренутно нико: достигнут је највећи број образаца фазе.'],
] as const)('of a project that waits for nobody, the panel says why: %j', async (rests, sentence) => {
  const project = { status: PROJECT_STATUS.pending, actors: { now: [], next: [] }, postponedUntil: null, ...rests };
  const screen = await draw(<Actors project={project as unknown as Project} />);
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
});
