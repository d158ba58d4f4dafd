import type { Envelope, EnvelopeError } from '@pimis/contract/envelope';

/** A call that did not succeed: HTTP status (0: no connection), name of the catalogue, errors by field or row. */
export class ApiFailure extends Error {
  readonly httpStatus: number;
  override readonly name: string;
  readonly errors: EnvelopeError[];
  readonly payload: unknown;

  constructor(httpStatus: number, name: string, errors: EnvelopeError[] = [], payload: unknown = null) {
    super(name);
    this.httpStatus = httpStatus;
    this.name = name;
    this.errors = errors;
    this.payload = payload;
  }

  /** Problem of one input field, if the server named it. */
  problemOf(field: string): string | undefined {
    for (const error of this.errors) {
      if (typeof error === 'object' && 'field' in error && error.field === field) return error.code;
    }
    return undefined;
  }
}

export interface Answer<Payload, Additional = Record<string, unknown>> {
  payload: Payload;
  additional: Additional;
}

interface TokenSource {
  token: () => string | null;
  /** Gets a new access token; false when the session is over. Throws ApiFailure when the server cannot be asked. */
  renew: () => Promise<boolean>;
}

let source: TokenSource = { token: () => null, renew: () => Promise.resolve(false) };

/** The session gives the client its tokens; set once at the start. */
export function setTokenSource(tokens: TokenSource): void {
  source = tokens;
}

const UNAUTHORIZED = 401;
const PAYLOAD_TOO_LARGE = 413;
/** Calls whose 401 is their answer. Signing out is not one: without a fresh token the session would live on. */
const ANSWERED_BY_401 = new Set(['login', 'login/login-ldap', 'login/refresh', 'login/location-verify']);

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const token = source.token();
  const form = body instanceof FormData;
  try {
    return await fetch(`/api/${path}`, {
      method,
      headers: {
        'x-pimis-client': 'web',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
  } catch {
    throw new ApiFailure(0, 'Offline');
  }
}

/** Sends with the access token; a refused one is renewed once, silently. */
async function sendRenewing(method: string, path: string, body: unknown): Promise<Response> {
  const sent = source.token();
  const response = await send(method, path, body);
  if (response.status !== UNAUTHORIZED || ANSWERED_BY_401.has(path)) return response;
  // A slow answer to the old token: another call has renewed it in the meantime.
  const renewed = source.token() !== sent && source.token() !== null;
  return renewed || (await source.renew()) ? send(method, path, body) : response;
}

async function read<Payload, Additional>(response: Response): Promise<Answer<Payload, Additional>> {
  let envelope: Envelope<Payload, Additional>;
  try {
    envelope = (await response.json()) as Envelope<Payload, Additional>;
  } catch {
    throw new ApiFailure(response.status, response.status === PAYLOAD_TOO_LARGE ? 'PayloadTooLarge' : 'ServiceError');
  }
  if (!response.ok || envelope.status.code !== 0) {
    throw new ApiFailure(response.status, envelope.status.name, envelope.errors, envelope.payload);
  }
  return { payload: envelope.payload as Payload, additional: envelope.additionalInformation as Additional };
}

/** One call of the HTTP interface. Throws ApiFailure. */
export async function call<Payload, Additional = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer<Payload, Additional>> {
  return read(await sendRenewing(method, path, body));
}

/**
 * A reading that the product makes by itself, time and again. An expired token is not renewed for it: a session that
 * nobody uses has to end. Throws ApiFailure.
 */
export async function callQuietly<Payload>(path: string): Promise<Payload> {
  return (await read<Payload, unknown>(await send('GET', path, undefined))).payload;
}

/** Downloads a file under its name. */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await sendRenewing('GET', path, undefined);
  if (!response.ok) {
    await read(response);
    return;
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
