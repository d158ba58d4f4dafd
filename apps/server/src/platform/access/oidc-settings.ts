import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { SELF_CHOSEN_CLAIMS } from '@pimis/domain/access/provider-claims';
import { isLoopback } from '../http/is-loopback.ts';

/* The file of OIDC_PROVIDERS: the providers of OpenID Connect by which people sign in. */

const CLOSED = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1, maxLength: 1_000 });

const FileSchema = Type.Array(
  Type.Object(
    {
      /** Part of the redirect address at the provider. */
      id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,29}$' }),
      label: Type.String({ minLength: 1, maxLength: 60 }),
      issuer: Text,
      clientId: Text,
      clientSecret: Type.Optional(Text),
      clientSecretFile: Type.Optional(Text),
      privateKeyFile: Type.Optional(Text),
      scopes: Type.Optional(Type.Array(Type.String({ pattern: '^[!#-\\[\\]-~]+$', maxLength: 100 }), { maxItems: 20 })),
      personClaim: Type.Optional(Text),
      acrSecondStep: Type.Optional(Type.Array(Text, { maxItems: 20 })),
      createBy: Type.Optional(
        Type.Object(
          {
            claim: Text,
            map: Type.Record(Type.String(), Type.Object({ organization: Text, role: Text }, CLOSED)),
          },
          CLOSED,
        ),
      ),
    },
    CLOSED,
  ),
);
type Written = Static<typeof FileSchema>[number];
const file = Compile(FileSchema);

/** How the product authenticates at the token endpoint. */
type ClientProof = { secret: string } | { key: KeyObject };

/** A provider of the settings. */
export interface OidcProvider extends Pick<Written, 'id' | 'label' | 'issuer' | 'clientId' | 'personClaim'> {
  proof: ClientProof;
  scope: string;
  acrSecondStep: readonly string[];
  createBy: Written['createBy'];
  /** The time for each answer. */
  timeoutMs: number;
}

const TIMEOUT_MS = 5_000;

/** The place in the file and what is wrong there. */
export class OidcSettingsError extends Error {}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

function wordsOf({ instancePath, params, message }: SchemaError): string {
  const named = params as Partial<Record<'additionalProperties' | 'requiredProperties', string | string[]>>;
  const [unknown] = [named.additionalProperties ?? []].flat();
  const [missing] = [named.requiredProperties ?? []].flat();
  const place = instancePath === '' ? 'the file' : instancePath;
  if (unknown !== undefined) return `${place}: the field ${unknown} is unknown`;
  return missing === undefined ? `${place}: ${message}` : `${place}: the field ${missing} is missing`;
}

function readText(path: string, place: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new OidcSettingsError(`${place}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function requireIssuer(issuer: string, place: string): void {
  if (!URL.canParse(issuer)) throw new OidcSettingsError(`${place}/issuer: must be an address`);
  const { protocol, hostname, username, password, search, hash } = new URL(issuer);
  // Without TLS anybody on the way could be the provider.
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    throw new OidcSettingsError(`${place}/issuer: must begin with https:`);
  }
  if (username + password + search + hash !== '') {
    throw new OidcSettingsError(`${place}/issuer: must have no account, query or fragment`);
  }
}

const KEYS: readonly (string | undefined)[] = ['rsa', 'ec', 'ed25519'];

function readKey(path: string, place: string): KeyObject {
  const pem = readText(path, place);
  try {
    const key = createPrivateKey(pem);
    if (KEYS.includes(key.asymmetricKeyType)) return key;
  } catch {
    // Refused below, without quoting the file.
  }
  throw new OidcSettingsError(`${place}: ${path} is no private key (PEM) of the kind RSA, EC or Ed25519`);
}

/** Paths are relative to the file that names them. */
function proofOf(written: Written, folder: string, place: string): ClientProof {
  const { clientSecret, clientSecretFile, privateKeyFile } = written;
  const given = [clientSecret, clientSecretFile, privateKeyFile].filter((one) => one !== undefined);
  if (given.length !== 1) {
    throw new OidcSettingsError(`${place}: needs one of clientSecret, clientSecretFile and privateKeyFile`);
  }
  if (privateKeyFile !== undefined) {
    return { key: readKey(resolve(folder, privateKeyFile), `${place}/privateKeyFile`) };
  }
  if (clientSecret !== undefined) return { secret: clientSecret };
  const secret = readText(resolve(folder, clientSecretFile ?? ''), `${place}/clientSecretFile`);
  if (secret === '') throw new OidcSettingsError(`${place}/clientSecretFile: the file is empty`);
  return { secret };
}

function providerOf(written: Written, folder: string, place: string): OidcProvider {
  const { id, label, issuer, clientId, personClaim, createBy } = written;
  requireIssuer(issuer, place);
  if (personClaim !== undefined && SELF_CHOSEN_CLAIMS.includes(personClaim)) {
    throw new OidcSettingsError(`${place}/personClaim: people choose ${personClaim} themselves`);
  }
  return {
    id,
    label,
    issuer,
    clientId,
    ...(personClaim === undefined ? {} : { personClaim }),
    proof: proofOf(written, folder, place),
    scope: [...new Set(['openid', ...(written.scopes ?? ['email', 'profile'])])].join(' '),
    acrSecondStep: written.acrSecondStep ?? [],
    createBy,
    timeoutMs: TIMEOUT_MS,
  };
}

/** Reads the file of OIDC_PROVIDERS. Error: OidcSettingsError. */
export function readOidcProviders(path: string): OidcProvider[] {
  let content: unknown;
  try {
    content = JSON.parse(readText(path, 'the file'));
  } catch (error) {
    if (error instanceof OidcSettingsError) throw error;
    // The message of the parser shows a part of the file, which has secrets.
    throw new OidcSettingsError('the file: is not JSON');
  }
  if (!file.Check(content)) {
    // For an unknown field the library adds a second error, which does not name the cause.
    const first = file.Errors(content).find(({ keyword }) => keyword !== 'boolean');
    throw new OidcSettingsError(first ? wordsOf(first) : 'the file: is no list of providers');
  }
  const providers = content.map((written, index) => providerOf(written, dirname(resolve(path)), `/${index}`));
  for (const field of ['id', 'issuer'] as const) {
    const values = providers.map((provider) => provider[field]);
    const twice = values.findIndex((value, index) => values.indexOf(value) !== index);
    if (twice >= 0) throw new OidcSettingsError(`/${twice}/${field}: another provider has it`);
  }
  return providers;
}
