import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { CLIENT } from './real-provider.ts';

/* A provider that answers whatever a test tells it to; nothing of it is checked. */

export interface Lies {
  /** Of the description. */
  metadata?: Record<string, unknown>;
  /** Claims of the person's token; undefined removes one. */
  claims?: Record<string, unknown>;
  /** The token itself. */
  idToken?: (claims: JWTPayload) => string | Promise<string>;
  /** Answers a path in place of the provider. */
  answers?: Record<string, (response: ServerResponse) => void>;
}

export interface LyingProvider {
  issuer: string;
  lies: Lies;
  /** The paths that were asked for. */
  asked: string[];
  /** The nonce that the next token has. */
  nonce: string;
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** Replaces the key; `sign` uses the new one. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

export async function startLiar(): Promise<LyingProvider> {
  let key = await generateKeyPair('RS256', { extractable: true });
  let kid = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    liar.asked.push(path);
    request.resume();
    const lie = liar.lies.answers?.[path];
    if (lie) return lie(response);
    answer(path).then(
      (content) => {
        response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(content ?? {}));
      },
      (error: unknown) => response.destroy(error as Error),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const liar: LyingProvider = {
    issuer,
    lies: {},
    asked: [],
    nonce: '',
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: String(kid), ...header }).sign(key.privateKey),
    async rotate() {
      key = await generateKeyPair('RS256', { extractable: true });
      kid += 1;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };

  async function answer(path: string): Promise<unknown> {
    if (path === '/.well-known/openid-configuration') {
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...liar.lies.metadata,
      };
    }
    if (path === '/keys') return { keys: [{ ...(await exportJWK(key.publicKey)), kid: String(kid), use: 'sig' }] };
    if (path !== '/token') return undefined;
    const now = Math.floor(Date.now() / 1000);
    const claims: JWTPayload = {
      iss: issuer,
      aud: CLIENT.id,
      sub: 'liar',
      iat: now,
      exp: now + 300,
      nonce: liar.nonce,
      ...liar.lies.claims,
    };
    const idToken = liar.lies.idToken ? await liar.lies.idToken(claims) : await liar.sign(claims);
    return { access_token: 'opens nothing', token_type: 'Bearer', expires_in: 300, id_token: idToken };
  }
  return liar;
}
