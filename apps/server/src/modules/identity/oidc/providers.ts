import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import type { ClientAuth, Configuration, CryptoKey, ServerMetadata } from 'openid-client';
import type { OidcProvider } from '../../../platform/access/oidc-settings.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { isLoopback } from '../../../platform/http/is-loopback.ts';

/* Calls to providers of OpenID Connect (docs/decisions/0305-openid-connect.md). */

const SECOND_MS = 1_000;
/** How long a provider is not asked again after it did not answer. */
const REST_MS = 10_000;
/** How long the description of a provider is used; its keys are read more often. */
const METADATA_MS = 10 * 60_000;
/** An unknown key makes the server read the keys again, but not sooner than this. */
const KEYS_REST_MS = 5_000;
/** Larger answers are refused: descriptions and sets of keys have some kilobytes. */
const ANSWER_BYTES = 512 * 1024;
/** How far the clock of a provider may be wrong. */
export const SKEW_SECONDS = 60;
const SERVER_ERROR = 500;

/** The library takes memory, so it is loaded only if there is a provider. */
export const library = () => import('openid-client');

interface State {
  known?: { metadata: ServerMetadata; until: number };
  asking?: Promise<ServerMetadata> | undefined;
  keys?: { address: string; read: JWTVerifyGetKey };
  restsUntil: number;
}
const states = new WeakMap<OidcProvider, State>();

function stateOf(provider: OidcProvider): State {
  const state = states.get(provider) ?? { restsUntil: 0 };
  states.set(provider, state);
  return state;
}

/** The provider of the settings with this id. Error: NotFound. */
export function providerById({ config }: Pick<Context, 'config'>, id: string): OidcProvider {
  const provider = config.oidcProviders.find((one) => one.id === id);
  if (!provider) throw new ApiError('NotFound');
  return provider;
}

async function readBounded(answer: Response): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // An error in the loop cancels the rest of the body.
  for await (const part of (answer.body as ReadableStream<Uint8Array> | null) ?? []) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES) throw new Error(`The provider has answered more than ${ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}

/** Fetches with a limit of size, within the time of the caller's signal; a redirect counts as an answer. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const answer = await fetch(url, { ...options, redirect: 'manual' });
  const body = await readBounded(answer);
  return new Response(body.byteLength === 0 ? null : body, { status: answer.status, headers: answer.headers });
}

const isPlain = ({ issuer }: OidcProvider): boolean => issuer.startsWith('http:');

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;

/** Addresses without TLS are allowed only for a provider on the same machine, and only on this machine. */
function requireSafe(address: string | undefined): void {
  if (address === undefined) return;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return;
  throw new Error(`The provider sends to an address without TLS: ${protocol}//${hostname}`);
}

async function discover(provider: OidcProvider): Promise<ServerMetadata> {
  const oidc = await library();
  const found = await oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, oidc.None(), {
    timeout: provider.timeoutMs / SECOND_MS,
    [oidc.customFetch]: boundedFetch,
    // The settings allow a provider without TLS on the same machine only.
    execute: isPlain(provider) ? [oidc.allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  // The library does not check this for some hosts.
  if (metadata.issuer !== provider.issuer) throw new Error(`The provider calls itself ${metadata.issuer}`);
  for (const field of ENDPOINTS) requireSafe(metadata[field]);
  return metadata;
}

/** The reason of an error of the library, without data from the provider, which may identify people. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { message, code, error: answered, cause } = error as Error & { code?: unknown; error?: unknown };
  const parts = [message, code, answered, cause instanceof Error ? cause.message : null];
  return parts.filter((part) => typeof part === 'string').join(' · ');
}

/** From now on the provider is not asked for a while. Error: ProviderUnavailable. */
function unavailable(context: Context, provider: OidcProvider, cause: unknown): never {
  stateOf(provider).restsUntil = performance.now() + REST_MS;
  context.log.error({ reason: reasonOf(cause), provider: provider.id }, 'the sign-in provider cannot be asked');
  throw new ApiError('ProviderUnavailable', { cause });
}

/** The description of a provider. Errors: ProviderUnavailable, at once while the provider is not asked. */
async function metadataOf(context: Context, provider: OidcProvider): Promise<ServerMetadata> {
  const state = stateOf(provider);
  const at = performance.now();
  if (state.restsUntil > at) throw new ApiError('ProviderUnavailable');
  if (state.known && state.known.until > at) return state.known.metadata;
  // All callers share one question.
  state.asking ??= discover(provider).finally(() => {
    state.asking = undefined;
  });
  const metadata = await state.asking.catch((error: unknown) => unavailable(context, provider, error));
  state.known = { metadata, until: performance.now() + METADATA_MS };
  return metadata;
}

async function clientAuth({ proof }: OidcProvider, metadata: ServerMetadata): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, PrivateKeyJwt } = await library();
  if ('key' in proof) return PrivateKeyJwt(await signingKey(proof.key));
  // The standard's default is client_secret_basic (Discovery, 3).
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return ways.includes('client_secret_basic') ? ClientSecretBasic(proof.secret) : ClientSecretPost(proof.secret);
}

const CURVES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

async function signingKey(key: Extract<OidcProvider['proof'], { key: unknown }>['key']): Promise<CryptoKey> {
  const algorithm = {
    rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    ec: { name: 'ECDSA', namedCurve: CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'P-256' },
    ed25519: { name: 'Ed25519' },
  }[key.asymmetricKeyType as 'rsa' | 'ec' | 'ed25519'];
  const bytes = new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }));
  return crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);
}

/** The client of a provider. Error: ProviderUnavailable. */
export async function clientOf(context: Context, provider: OidcProvider): Promise<Configuration> {
  const metadata = await metadataOf(context, provider);
  const oidc = await library();
  // The server's clock, which tests set.
  const skew = Math.round((context.now().getTime() - Date.now()) / SECOND_MS);
  // Made for each sign-in, so that no key is cached: a key that the provider has replaced is not accepted.
  const client = new oidc.Configuration(
    metadata,
    provider.clientId,
    { [oidc.clockSkew]: skew, [oidc.clockTolerance]: SKEW_SECONDS },
    await clientAuth(provider, metadata),
  );
  client.timeout = provider.timeoutMs / SECOND_MS;
  client[oidc.customFetch] = boundedFetch;
  // The library trusts TLS alone; the signature also protects where a proxy ends TLS on the way.
  oidc.enableNonRepudiationChecks(client);
  if (isPlain(provider)) oidc.allowInsecureRequests(client);
  return client;
}

/**
 * The keys that sign the logouts of a provider. They are read even if it was just unavailable, because a provider sends
 * a logout once. Errors: ProviderUnavailable; Error for a provider without keys.
 */
export async function keysOf(context: Context, provider: OidcProvider): Promise<JWTVerifyGetKey> {
  const state = stateOf(provider);
  const { jwks_uri: address } = state.known?.metadata ?? (await metadataOf(context, provider));
  if (address === undefined) throw new Error('The provider has no keys');
  if (state.keys?.address !== address) {
    const read = createRemoteJWKSet(new URL(address), {
      timeoutDuration: provider.timeoutMs,
      cooldownDuration: KEYS_REST_MS,
      [customFetch]: boundedFetch,
    });
    state.keys = { address, read };
  }
  return state.keys.read;
}

/** Whether an error of the library is a server error of the provider, which an invented code may also cause. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return cause instanceof Response ? cause.status >= SERVER_ERROR : isBroken(cause);
}

/** Whether an error of the library means that the provider was not reached. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as Error & { code?: string };
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
  // fetch has no other name for a broken connection.
  return error.message === 'fetch failed' || (cause instanceof Error && isOutage(cause));
}

/**
 * Runs a call of a sign-in to a provider. Errors: ProviderUnavailable, and a provider that was not reached is not asked
 * for a while; ProviderSignInFailed if it refuses or its answer is wrong.
 */
export async function asking<Answer>(
  context: Context,
  provider: OidcProvider,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isOutage(error)) return unavailable(context, provider, error);
    if (isBroken(error)) throw new ApiError('ProviderUnavailable', { cause: error });
    context.log.warn({ reason: reasonOf(error), provider: provider.id }, 'the sign-in by a provider is refused');
    throw new ApiError('ProviderSignInFailed', { cause: error });
  }
}

/**
 * Asks a provider for its description and keys, for the command `doctor`. Returns how many seconds its clock is ahead;
 * null if that is unknown. Error: the reason why the provider cannot be used.
 */
export async function checkProvider(provider: OidcProvider): Promise<number | null> {
  const { jwks_uri: address } = await discover(provider);
  if (address === undefined) throw new Error('The provider has no keys');
  const answer = await boundedFetch(address, { signal: AbortSignal.timeout(provider.timeoutMs) });
  if (!answer.ok) throw new Error(`The keys cannot be read: ${answer.status}`);
  const { keys } = (await answer.json()) as { keys?: unknown };
  if (!Array.isArray(keys) || keys.length === 0) throw new Error('The provider has no keys');
  const date = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(date) ? null : Math.round((date - Date.now()) / SECOND_MS);
}
