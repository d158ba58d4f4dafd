import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

it('checks a password while many others are set; those above the limit are refused', async () => {
  let set = 0;
  const refused: unknown[] = [];
  const crowd = Array.from({ length: 60 }, () =>
    hashPassword('Dovoljno-Dugacka-1').then(
      () => {
        set += 1;
      },
      (error: unknown) => refused.push(error),
    ),
  );
  await setImmediate();
  expect(refused).toMatchObject(Array.from({ length: 9 }, () => ({ status: 'ServiceUnavailable', retryAfter: 5 })));
  await passwordMatches(null, 'погрешна');
  // The check has waited for none of them: it has computed a dummy hash.
  expect(set).toBeLessThan(10);
  await Promise.all(crowd);
  // On a slow machine some calls within the limit wait too long and are refused as well.
  expect(set + refused.length).toBe(60);
  expect(set).toBeGreaterThan(1);
});
