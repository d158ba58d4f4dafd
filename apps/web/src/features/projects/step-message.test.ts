import { expect, test } from 'vitest';
import type { Project } from '@pimis/contract/projects';
import { type Conjunction, joined } from '@pimis/domain/text/joined';
import { compareNames } from '@pimis/domain/text/order';
import type { Text } from '../../i18n/use-text.ts';
import { stepMessage } from './step-message.ts';

const now = (...people: string[]): Project['actors'] => ({
  now: [
    {
      key: 'confirm',
      label: { sr: 'Потврди', en: 'Confirm' },
      organizationId: '50112',
      organizationName: 'Град Прокупље',
      people: people.map((name) => ({ name, isCurrentUser: name === 'ја', away: null })),
    },
  ],
  next: [],
});

test('the message after a step tells what has happened, and who acts now', () => {
  const t = (key: string, values: Record<string, unknown> = {}) => `${key} ${Object.values(values).join('/')}`.trim();
  const text = {
    t,
    data: (value: string) => value,
    date: (value: string) => value,
    pair: ({ sr }: { sr: string }) => sr,
    list: (items: string[], conjunction: Conjunction) => joined(items, conjunction).sr,
    inOrder: <T extends { name: string }>(items: readonly T[]) =>
      items.toSorted((one, other) => compareNames('latin')(one.name, other.name)),
  } as unknown as Text;
  const message = (actors: Project['actors'], more: object = {}) =>
    stepMessage('nepoznat', { status: 0, postponedUntil: null, actors, ...more }, text);
  expect(message(now('Милош'))).toBe('nepoznat, projects.page.stepMessage.acts 1/Милош.');
  expect(message(now('Милош', 'Никола'))).toBe('nepoznat, projects.page.stepMessage.acts 2/Милош или Никола.');
  // In abeceda Ž is behind N.
  expect(message(now('Жика', 'Никола'))).toBe('nepoznat, projects.page.stepMessage.acts 2/Никола или Жика.');
  expect(message(now('Милош', 'Никола', 'Милена'))).toBe('nepoznat, projects.page.stepMessage.acts 1/Град Прокупље.');
  expect(message(now())).toBe('nepoznat, projects.page.stepMessage.nobody Град Прокупље.');
  expect(message(now('ја'))).toBe('nepoznat, projects.page.stepMessage.you.');
  const nextStep = { key: 'lockForm', label: { sr: 'Закључај', en: 'Lock' }, place: 'form', list: null, form: null };
  expect(message(now('ја', 'Милош'), { nextStep })).toBe('nepoznat, projects.page.stepMessage.yours Закључај.');
  const nobody = { now: [], next: [] };
  expect(message(nobody)).toBe('nepoznat.');
  expect(message(nobody, { postponedUntil: '2026-12-01' })).toBe(
    'nepoznat, projects.page.stepMessage.rests 2026-12-01.',
  );
  expect(message(nobody, { status: 1 })).toBe('nepoznat, projects.page.stepMessage.finished.');
});
