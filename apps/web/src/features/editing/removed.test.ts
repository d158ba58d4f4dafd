import { expect, test } from 'vitest';
import { ApiFailure } from '../../api/client.ts';
import { isGone } from './removed.ts';

test('a thing is gone if the server does not find it, not after another failure', () => {
  expect(isGone(new ApiFailure(404, 'NotFound'))).toBe(true);
  const others = [new ApiFailure(409, 'RecordConflict'), Object.assign(new Error(), { name: 'NotFound' }), null];
  expect(others.map(isGone)).toEqual([false, false, false]);
});
