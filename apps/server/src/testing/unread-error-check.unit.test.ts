import { expect, it } from 'vitest';
import { UnreadRefusals } from './unread-error-check.ts';

const answer = (name: string) => ({ httpStatus: 403, status: { name } });

it('finds the answers that nobody has read, even if they were awaited', async () => {
  const looked = new UnreadRefusals();
  await Promise.resolve(looked.watch('one', answer('Forbidden')));
  expect(looked.never).toEqual(['one']);
});

it.each([
  ['a part', (seen: object) => expect((seen as { httpStatus: number }).httpStatus).toBe(403)],
  ['all', (seen: object) => expect({ ...seen }).toEqual(answer('Forbidden'))],
  ['what is expected of it', (seen: object) => expect(seen).toMatchObject({ status: { name: 'Forbidden' } })],
])('looking at %s is enough', (_, look) => {
  const looked = new UnreadRefusals();
  look(looked.watch('one', answer('Forbidden')));
  expect(looked.never).toEqual([]);
});
