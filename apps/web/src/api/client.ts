import { noteReadOnly } from './read-only.ts';
import { UnreadableFile, unreadableIn } from './unreadable-file.ts';
import type { CallAdditional, CallBody, CallName, CallParams, CallPayload, CallQuery } from '@pimis/contract/calls';
import type { Envelope } from '@pimis/contract/envelope';
import { type Problem, problemsOf } from '@pimis/contract/problems';
import type { StatusName } from '@pimis/contract/errors';
import type { RefusalName, RefusalPayload } from '@pimis/contract/refusals';

const BAD_REQUEST = 400;
const ACCEPTED = 202;
const UNAUTHORIZED = 401;
const SERVER_ERROR = 500;
/** Names of the catalogue for answers without an envelope (specification, "The error catalogue": HTTP). */
const NAMES_BY_STATUS: Readonly<Record<number, StatusName>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  413: 'PayloadTooLarge',
  422: 'ValidationError',
  429: 'RequestLimitReached',
};
/** Statuses of a proxy that does not reach the server. */
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504];

/** A call that did not succeed: HTTP status (0: no connection), name of the catalogue, errors by field or row. */
export class ApiFailure extends Error {
  readonly httpStatus: number;
  override readonly name: string;
  readonly errors: readonly Problem[];
  readonly payload: unknown;

  constructor(httpStatus: number, name: string, errors: readonly Problem[] = [], payload: unknown = null) {
    super(name);
    this.httpStatus = httpStatus;
    this.name = name;
    this.errors = errors;
    this.payload = payload;
  }

  /** The server answered, and would answer the same again; not because of a missing sign-in. */
  get isRefusal(): boolean {
    return this.httpStatus >= BAD_REQUEST && this.httpStatus < SERVER_ERROR && this.httpStatus !== UNAUTHORIZED;
  }

  /** The call can be retried automatically later: there is no connection, or the installation is read-only now. */
  get canWait(): boolean {
    return this.httpStatus === 0 || this.name === 'ReadOnly';
  }

  /** The payload of a refusal with this name; null for any other failure. */
  payloadOf<Name extends RefusalName>(name: Name): RefusalPayload<Name> | null {
    return this.name === name ? (this.payload as RefusalPayload<Name>) : null;
  }

  /** Problem of one input field, if the server named it. */
  problemOf(field: string): string | undefined {
    for (const error of this.errors) {
      if (typeof error === 'object' && 'field' in error && error.field === field) return error.code;
    }
    return undefined;
  }
}

/** A script of this version could not be loaded, because the server has another version now. */
export class NewVersionFailure extends Error {}

/** The answer of a call by the contract. */
export interface Answer<Name extends CallName> {
  payload: CallPayload<Name>;
  additional: CallAdditional<Name>;
}

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? object
  : undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** The input of a call by the contract. The query of a list may be the table's text. */
type Input<Name extends CallName> = Given<'params', CallParams<Name>> &
  ([CallQuery<Name>] extends [undefined] ? object : { query?: CallQuery<Name> | string }) &
  Given<'body', CallBody<Name>> & { files?: FormData };

export type Sent<Name extends CallName> = object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

interface LooseInput {
  params?: Record<string, string | number | boolean>;
  query?: Record<string, string | number | undefined> | string;
  body?: unknown;
  files?: FormData;
}

function queryText(query: LooseInput['query']): string {
  if (query === undefined || typeof query === 'string') return query ?? '';
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

function addressOf(path: string, { params = {}, query }: LooseInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const text = queryText(query);
  return `${filled.slice(1)}${text === '' ? '' : `?${text}`}`;
}

declare const OF_THE_CONTRACT: unique symbol;
/** The address of a file, below /api: that of a call in the contract. */
export type FileAddress = string & { readonly [OF_THE_CONTRACT]: true };

/** The address of the file that a call returns. */
export function fileAddress<Name extends CallName>(name: Name, ...[input]: Sent<Name>): FileAddress {
  return written(name, input ?? {}).path as FileAddress;
}

/** The method of a call, and its address below /api. */
function written(name: CallName, input: LooseInput): { method: string; path: string; body: unknown } {
  const [method = '', path = ''] = name.split(' ');
  return { method, path: addressOf(path, input), body: input.files ?? input.body };
}

interface TokenSource {
  token: () => string | null;
  /** Gets a new access token; false when the session is over. Throws ApiFailure when the server cannot be reached. */
  renew: () => Promise<boolean>;
}

let source: TokenSource = { token: () => null, renew: () => Promise.resolve(false) };

/** The session gives the client its tokens; set once at the start. */
export function setTokenSource(tokens: TokenSource): void {
  source = tokens;
}

/**
 * Calls that open or renew a session send no access token (specification, "HTTP calls"): with one, a renewal would use
 * the token instead of the cookie. A 401 is their final response. Signing out is not one of them: without a fresh token
 * the session would not end.
 */
const OF_NO_SESSION = new Set([
  'login',
  'login/login-ldap',
  'login/second-factor',
  'login/second-step',
  'login/passkey',
  'login/oidc',
  'login/refresh',
  'login/location-verify',
  'login/location-verify/validate',
  'login/location-verify/refuse',
]);

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const token = OF_NO_SESSION.has(path) ? null : source.token();
  const form = body instanceof FormData;
  try {
    const response = await fetch(`/api/${path}`, {
      method,
      headers: {
        'x-pimis-client': 'web',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    noteReadOnly(response);
    return response;
  } catch {
    // The browser reports a file that it cannot read in the same way as a lost connection.
    const unreadable = form ? await unreadableIn(body) : undefined;
    throw unreadable ? new UnreadableFile(unreadable.name) : new ApiFailure(0, 'Offline');
  }
}

/** Sends with the access token; a refused one is renewed once, silently. */
async function renewing(path: string, sendNow: () => Promise<Response>): Promise<Response> {
  const sent = source.token();
  const response = await sendNow();
  if (response.status !== UNAUTHORIZED || OF_NO_SESSION.has(path)) return response;
  // A slow answer to the old token: another call has renewed it in the meantime.
  const renewed = source.token() !== sent && source.token() !== null;
  return renewed || (await source.renew()) ? sendNow() : response;
}

function sendRenewing(method: string, path: string, body: unknown): Promise<Response> {
  return renewing(path, () => send(method, path, body));
}

/** For calls outside of this module: the present token, and how to get a new one when it is refused. */
export const authorize = {
  headers: (): Record<string, string> => {
    const token = source.token();
    return { 'x-pimis-client': 'web', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  },
  renew: (): Promise<boolean> => source.renew(),
};

/** The failure for an answer without an envelope, which is a proxy's; a gateway error means no connection. */
export function foreignAnswer(status: number): ApiFailure {
  if (GATEWAY_ERRORS.includes(status)) return new ApiFailure(0, 'Offline');
  return new ApiFailure(status, NAMES_BY_STATUS[status] ?? 'ServiceError');
}

/** The envelope in the text of an answer; null if that is a proxy's page, other JSON, or incomplete. */
export function envelopeIn(text: string): Envelope<unknown, unknown> | null {
  try {
    const answered = JSON.parse(text) as Partial<Envelope<unknown, unknown>> | null;
    return answered?.status?.name === undefined ? null : (answered as Envelope<unknown, unknown>);
  } catch {
    return null;
  }
}

async function read<Name extends CallName>(response: Response): Promise<Answer<Name>> {
  const envelope = envelopeIn(await response.text().catch(() => ''));
  if (!envelope) throw foreignAnswer(response.status);
  if (!response.ok || envelope.status.code !== 0) {
    throw new ApiFailure(response.status, envelope.status.name, problemsOf(envelope), envelope.payload);
  }
  return {
    payload: envelope.payload as CallPayload<Name>,
    additional: envelope.additionalInformation as CallAdditional<Name>,
  };
}

/** One call of the HTTP interface, by its name in the contract. Throws ApiFailure. */
export async function call<Name extends CallName>(name: Name, ...[input]: Sent<Name>): Promise<Answer<Name>> {
  const { method, path, body } = written(name, input ?? {});
  return read(await sendRenewing(method, path, body));
}

/**
 * A read that the product repeats by itself. It does not renew an expired token, because an unused session must end.
 * Throws ApiFailure.
 */
export async function callQuietly<Name extends CallName>(name: Name, ...[input]: Sent<Name>): Promise<Answer<Name>> {
  const { method, path, body } = written(name, input ?? {});
  return read(await send(method, path, body));
}

/**
 * Lets the browser itself save the file at this address, so that the page does not hold it in memory. The call `allow`
 * is made first, because it reports errors and gives access. Throws ApiFailure.
 */
export async function saveNatively(path: FileAddress, allow: () => Promise<unknown>): Promise<void> {
  await allow();
  const link = document.createElement('a');
  link.href = `/api/${path}`;
  // The server sets the name.
  link.download = '';
  link.click();
}

/** The file name that the server gives. */
function nameOf(response: Response): string | undefined {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/** Downloads a file under the server's name, or under this one. Throws ApiFailure. */
export async function download(path: FileAddress, fileName: string): Promise<void> {
  const response = await sendRenewing('GET', path, undefined);
  // Accepted but not made yet: the answer has its location.
  if (!response.ok || response.status === ACCEPTED) {
    await read(response);
    return;
  }
  saveFile(await response.blob(), nameOf(response) ?? fileName);
}

/** Hands a file to the browser, which saves it as a download. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
