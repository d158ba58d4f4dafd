import { expect, it } from 'vitest';
import { roleText } from './role-text.ts';

const english = { pair: ({ en }: { en: string }) => en, data: (text: string) => text.toUpperCase() };

it('names a system role in the language, and another as it was written', () => {
  expect(roleText('Руководилац пројекта', english)).toBe('Project manager');
  expect(roleText('наша улога', english)).toBe('НАША УЛОГА');
});
