import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OidcSettingsError, readOidcProviders } from './oidc-settings.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pimis-oidc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROVIDER = {
  id: 'eid',
  label: 'еИД',
  issuer: 'https://eid.example.rs/oidc',
  clientId: 'pimis',
  clientSecret: 'a secret of the tests',
};

function read(content: unknown) {
  const path = join(folder, 'providers.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readOidcProviders(path);
}

/** The message with which a start refuses the file. */
function problemOf(content: unknown): string {
  try {
    read(content);
  } catch (error) {
    if (error instanceof OidcSettingsError) return error.message;
    throw error;
  }
  return '';
}

const wrong = (change: object) => problemOf([{ ...PROVIDER, ...change }]);

describe('the file of providers', () => {
  it('has providers with what they need, and sensible values for the rest', () => {
    expect(read([])).toEqual([]);
    expect(read([PROVIDER])).toEqual([
      {
        id: 'eid',
        label: 'еИД',
        issuer: PROVIDER.issuer,
        clientId: 'pimis',
        proof: { secret: PROVIDER.clientSecret },
        scope: 'openid email profile',
        acrSecondStep: [],
        createBy: undefined,
        timeoutMs: 5_000,
      },
    ]);
    const createBy = { claim: 'groups', map: { unos: { organization: '10520', role: 'Унос' } } };
    const [whole] = read([
      { ...PROVIDER, scopes: ['openid', 'groups'], personClaim: 'upn', acrSecondStep: ['mfa'], createBy },
    ]);
    expect(whole).toMatchObject({ scope: 'openid groups', personClaim: 'upn', acrSecondStep: ['mfa'], createBy });
  });

  it('may name files for the secret or the key, beside itself', () => {
    const { clientSecret: _, ...bare } = PROVIDER;
    writeFileSync(join(folder, 'secret'), 'from a file\n');
    expect(read([{ ...bare, clientSecretFile: 'secret' }])[0]?.proof).toEqual({ secret: 'from a file' });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const proof = read([{ ...bare, privateKeyFile: 'key.pem' }])[0]?.proof;
    expect(proof && 'key' in proof && proof.key.asymmetricKeyType).toBe('ec');
    expect(problemOf([bare])).toBe('/0: needs one of clientSecret, clientSecretFile and privateKeyFile');
    expect(wrong({ clientSecretFile: 'secret' })).toContain('/0: needs one of');
    expect(problemOf([{ ...bare, clientSecretFile: 'gone' }])).toMatch(/^\/0\/clientSecretFile: .*gone cannot be read/);
    writeFileSync(join(folder, 'empty'), '\n');
    expect(problemOf([{ ...bare, clientSecretFile: 'empty' }])).toBe('/0/clientSecretFile: the file is empty');
    expect(problemOf([{ ...bare, privateKeyFile: 'secret' }])).toMatch(/^\/0\/privateKeyFile: .* is no private key/);
  });

  it('is refused with the place of what is wrong', () => {
    expect(problemOf('[')).toBe('the file: is not JSON');
    expect(problemOf({})).toMatch(/^the file: /);
    expect(wrong({ secret: 'x' })).toBe('/0: the field secret is unknown');
    expect(wrong({ label: undefined })).toBe('/0: the field label is missing');
    expect(wrong({ id: 'Е ИД' })).toMatch(/^\/0\/id: /);
    expect(wrong({ createBy: { claim: 'groups', map: { unos: { organization: '10520' } } } })).toBe(
      '/0/createBy/map/unos: the field role is missing',
    );
    expect(problemOf([PROVIDER, { ...PROVIDER, issuer: 'https://other.example.rs' }])).toBe(
      '/1/id: another provider has it',
    );
    expect(problemOf([PROVIDER, { ...PROVIDER, id: 'other' }])).toBe('/1/issuer: another provider has it');
  });

  it('never shows a part of a file that has secrets', () => {
    expect(problemOf('[{"clientSecret": "Tajna-1", ')).not.toContain('Tajna');
  });

  it('takes no provider without TLS but on the same machine, and none with more than a path', () => {
    expect(wrong({ issuer: 'http://127.0.0.1:4000' })).toBe('');
    expect(wrong({ issuer: 'http://eid.example.rs' })).toBe('/0/issuer: must begin with https:');
    expect(wrong({ issuer: 'ftp://localhost' })).toBe('/0/issuer: must begin with https:');
    expect(wrong({ issuer: 'eid' })).toBe('/0/issuer: must be an address');
    expect(wrong({ issuer: 'https://a:b@eid.example.rs' })).toContain('must have no account');
    expect(wrong({ issuer: 'https://eid.example.rs/?tenant=1' })).toContain('must have no account');
  });

  it('takes no claim that people can choose as their identity', () => {
    expect(wrong({ personClaim: 'preferred_username' })).toBe(
      '/0/personClaim: people choose preferred_username themselves',
    );
    expect(wrong({ personClaim: 'email' })).toBe('');
  });
});
