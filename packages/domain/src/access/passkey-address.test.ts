import { expect, it } from 'vitest';
import { takesPasskeys } from './passkey-address.ts';

it.each([
  ['http://localhost:3000', true],
  ['https://pimis.example.rs', true],
  ['https://10.example.rs', true],
  ['http://127.0.0.1:3000', false],
  ['https://10.1.2.3', false],
  ['https://10.1.2.30', false],
  ['https://v.2.example.rs', true],
  ['http://[::1]:3000', false],
  // Other notations of an IPv4 address: browsers and URL normalize them.
  ['http://2130706433', false],
  ['http://0x7f.1', false],
])('a page at %s has keys of devices: %s', (address, works) => {
  expect(takesPasskeys(new URL(address).hostname)).toBe(works);
});
