import { afterEach, expect, it, vi } from 'vitest';
import { isNumberedAddress, namedAddress, offersPasskeys } from './passkey-support.ts';

const open = (address: string, isSecure = true) => {
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('isSecureContext', isSecure);
  vi.stubGlobal('PublicKeyCredential', class {});
};
afterEach(() => vi.unstubAllGlobals());

it('passkeys are offered at a named and secure address, by a browser that has them', () => {
  open('https://pimis.rs/login');
  expect(offersPasskeys()).toBe(true);
  open('http://pimis.rs/login', false);
  expect(offersPasskeys()).toBe(false);
  open('https://10.0.0.7/login');
  expect([offersPasskeys(), isNumberedAddress()]).toEqual([false, true]);
  vi.unstubAllGlobals();
  vi.stubGlobal('location', new URL('https://pimis.rs/login'));
  vi.stubGlobal('isSecureContext', true);
  expect(offersPasskeys()).toBe(false);
});

it('the own computer has a named address of the same page, another one has none', () => {
  open('http://127.0.0.1:3000/security?tab=2');
  expect(namedAddress()).toBe('http://localhost:3000/security?tab=2');
  open('http://[::1]/login');
  expect(namedAddress()).toBe('http://localhost/login');
  open('http://10.127.0.1:3000/login');
  expect(namedAddress()).toBeNull();
  open('http://localhost:3000/login');
  expect(namedAddress()).toBeNull();
});
