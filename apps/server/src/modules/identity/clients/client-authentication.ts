import { decodeJwt } from 'jose';
import type { TokenRequest } from '@pimis/contract/clients';
import { OAuthError } from './oauth-error.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Limits above any value that the product has given, and any assertion that a client needs. */
const LONGEST_ID = 80;
const LONGEST_SECRET = 200;
const LONGEST_ASSERTION = 8_000;

/** The client's unverified proof of its identity. */
export type Credentials = { clientId: string; secret: string } | { clientId: string; assertion: string };

/** Decodes a part of client_secret_basic, which is form-encoded (RFC 6749, 2.3.1). */
function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** Reads client_secret_basic; null for any other header. */
function readBasic(header: string): { clientId: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) return null;
  try {
    return { clientId: formDecoded(decoded.slice(0, colon)), secret: formDecoded(decoded.slice(colon + 1)) };
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}

/** The client that an assertion claims to be from; null if the text is not an assertion. */
function claimedClient(assertion: string): string | null {
  try {
    const { iss, sub } = decodeJwt(assertion);
    return iss !== undefined && iss === sub ? iss : null;
  } catch {
    return null;
  }
}

/**
 * Reads the single way in which the client authenticates (RFC 6749, 2.3; RFC 7523, 2.2), without looking anything up.
 * Errors: OAuthError, invalid_request for several ways at once, invalid_client for none or an unreadable one.
 */
export function readCredentials(authorization: string | undefined, body: TokenRequest): Credentials {
  const { client_id, client_secret, client_assertion, client_assertion_type } = body;
  const ways = [authorization, client_secret, client_assertion].filter((way) => way !== undefined);
  if (ways.length > 1) throw new OAuthError('invalid_request', 'Use one way of client authentication.');
  const refused = () => new OAuthError('invalid_client', 'The client could not be authenticated.');
  const read = (): Credentials | null => {
    if (authorization !== undefined) return readBasic(authorization);
    if (client_assertion !== undefined) {
      if (client_assertion_type !== ASSERTION_TYPE) {
        throw new OAuthError('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}.`);
      }
      if (client_assertion.length > LONGEST_ASSERTION) return null;
      const clientId = claimedClient(client_assertion);
      return clientId === null ? null : { clientId, assertion: client_assertion };
    }
    return client_id === undefined || client_secret === undefined
      ? null
      : { clientId: client_id, secret: client_secret };
  };
  const credentials = read();
  if (credentials === null || credentials.clientId.length > LONGEST_ID) throw refused();
  if ('secret' in credentials && credentials.secret.length > LONGEST_SECRET) throw refused();
  if (client_id !== undefined && client_id !== credentials.clientId) {
    throw new OAuthError('invalid_request', 'client_id names another client.');
  }
  return credentials;
}
