import { describe, expect, it } from 'vitest';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { plainText } from '../../testing/plain-text.ts';
import { formMessage, inOrderOf, nextText, stepMessage } from './step-message.ts';

type Shown = Parameters<typeof nextText>[0];
type Person = Shown['actors']['now'][number]['people'][number];

const person = (name: string, isCurrentUser = false) => ({ name, isCurrentUser }) as Person;
/** A pending project on which these people act. */
const project = (people: Person[] | null, more: object = {}) =>
  ({
    status: PROJECT_STATUS.pending,
    postponedUntil: null,
    actors: { now: people ? [{ organizationName: 'Град', people }] : [] },
    ...more,
  }) as unknown as Shown;
const next = (shown: Shown) => nextText(shown, plainText);

it('the user comes first, the others in alphabetical order', () => {
  const people = [person('Ђорђе'), person('Вера'), person('Јован', true)];
  expect(inOrderOf(people, plainText).map(({ name }) => name)).toEqual(['Јован', 'Вера', 'Ђорђе']);
});

describe('the next step', () => {
  it('of the user is named; a user without one acts', () => {
    const nextStep = { label: { sr: 'Пошаљи', en: 'Send' } };
    expect(next(project([person('Вера', true)], { nextStep }))).toBe('Projects.page.stepMessage.yours | Пошаљи.');
    expect(next(project([person('Вера', true)]))).toBe('Projects.page.stepMessage.you.');
  });

  it('of one or two others names them, of more their organization', () => {
    expect(next(project([person('Вера')]))).toBe('Projects.page.stepMessage.acts | 1 | «Вера».');
    expect(next(project([person('Ђорђе'), person('Вера')]))).toBe(
      'Projects.page.stepMessage.acts | 2 | «Вера» or «Ђорђе».',
    );
    expect(next(project(['А', 'Б', 'В'].map((name) => person(name))))).toBe(
      'Projects.page.stepMessage.acts | 1 | «Град».',
    );
    expect(next(project([person('Вера', true), person('Ђорђе')]))).toBe(
      'Projects.page.stepMessage.acts | 2 | «Вера» or «Ђорђе».',
    );
  });

  it('nobody acts in an organization without such people, on a finished project and during a rest', () => {
    expect(next(project([]))).toBe('Projects.page.stepMessage.nobody | «Град».');
    const finished = project([person('Вера')], { status: PROJECT_STATUS.archived });
    expect(next(finished)).toBe('Projects.page.stepMessage.finished.');
    expect(next(project(null))).toBe('');
    // A day has its own full stop.
    expect(next(project(null, { postponedUntil: '2026-05-01' }))).toBe('Projects.page.stepMessage.rests | 1.5.2026.');
  });
});

it('a message says what was done, and then the next step if there is one', () => {
  expect(formMessage('Закључан.', project([]), plainText)).toBe('Закључан. Projects.page.stepMessage.nobody | «Град».');
  expect(formMessage('Закључан.', project(null), plainText)).toBe('Закључан.');
  expect(stepMessage('send', project([]), plainText)).toBe(
    'Послато на потврду, projects.page.stepMessage.nobody | «Град».',
  );
  expect(stepMessage('send', project(null), plainText)).toBe('Послато на потврду.');
  expect(stepMessage('later', project(null), plainText)).toBe('later.');
});
