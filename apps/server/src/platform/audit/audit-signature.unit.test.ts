import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANGE_OF_SECRET_MS, writtenCheck } from './audit-signature.ts';

const secretOf = (name: string) => new TextEncoder().encode(name.padEnd(32, '-'));
const [present, former, oldest] = [secretOf('present'), secretOf('former'), secretOf('oldest')];
const secrets = { auditSecret: present, formerAuditSecrets: [former, oldest] };

/** A row as the server with this secret writes it, so many ms after a first moment. */
function row(secret: Uint8Array, ms: number, text = 'row') {
  const key = createHmac('sha256', secret).update('audit-row').digest();
  return { text, signature: createHmac('sha256', key).update(text, 'utf8').digest(), at: new Date(ms) };
}

it('accepts rows of each secret in its time, and of the one before while servers change', () => {
  const accepts = writtenCheck(secrets);
  expect(accepts(row(oldest, 0))).toBe(true);
  expect(accepts(row(former, 10))).toBe(true);
  expect(accepts(row(oldest, 10 + CHANGE_OF_SECRET_MS))).toBe(true);
  expect(accepts(row(present, 20 + CHANGE_OF_SECRET_MS))).toBe(true);
  expect(accepts(row(former, 20 + 2 * CHANGE_OF_SECRET_MS))).toBe(true);
});

it('accepts no row of a former secret after the change, not even one that has an earlier time', () => {
  const accepts = writtenCheck(secrets);
  expect(accepts(row(present, 0))).toBe(true);
  expect(accepts(row(present, CHANGE_OF_SECRET_MS + 1))).toBe(true);
  expect(accepts(row(former, CHANGE_OF_SECRET_MS + 1))).toBe(false);
  expect(accepts(row(oldest, CHANGE_OF_SECRET_MS + 1))).toBe(false);
  expect(accepts(row(former, 5))).toBe(false);
});

it('accepts no row of another secret, and none whose text was changed', () => {
  const accepts = writtenCheck(secrets);
  expect(accepts(row(secretOf('another'), 0))).toBe(false);
  expect(accepts({ ...row(present, 0), text: 'another row' })).toBe(false);
  expect(accepts({ ...row(present, 0), signature: null })).toBe(false);
});

it('accepts whatever servers write that take the secrets one after the other', () => {
  const steps = fc.array(fc.record({ age: fc.integer({ min: 0, max: 2 }), wait: fc.integer({ min: 0, max: 9 }) }));
  fc.assert(
    fc.property(steps, (writes) => {
      const accepts = writtenCheck(secrets);
      let at = 0;
      for (const { age, wait } of writes) {
        // The waits are far shorter than the time that a change of the secret may take.
        at += wait;
        const secret = [present, former, oldest][age] ?? present;
        expect(accepts(row(secret, at))).toBe(true);
      }
    }),
  );
});
