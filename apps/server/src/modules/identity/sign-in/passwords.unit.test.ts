import { expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

it('checks a password while a crowd sets theirs, of whom those beyond the bound are refused', async () => {
  let set = 0;
  const crowd = Array.from({ length: 60 }, () =>
    hashPassword('Dovoljno-Dugacka-1').then(() => {
      set += 1;
    }),
  );
  const settled = Promise.allSettled(crowd);
  await passwordMatches(null, 'погрешна');
  // The check has waited for none of them: it computes a dummy hash and compares.
  expect(set).toBeLessThan(10);
  const outcomes = await settled;
  expect(set).toBe(51);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject(
    Array.from({ length: 9 }, () => ({ reason: { status: 'ServiceUnavailable', retryAfter: 5 } })),
  );
});
