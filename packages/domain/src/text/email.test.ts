import { expect, test } from 'vitest';
import { maskedEmail } from './email.ts';

test('a masked address is recognized by its owner, and does not tell its name or the length of it', () => {
  expect(maskedEmail('ana.anic@example.rs')).toBe('a•••@example.rs');
  expect(maskedEmail('a@example.rs')).toBe('a•••@example.rs');
});
