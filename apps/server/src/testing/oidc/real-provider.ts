import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';

/* A real provider of OpenID Connect on this machine, whose people sign in without a page. */

export const CLIENT = { id: 'pimis', secret: 'a secret between the provider and the product' };

export interface ProviderPerson {
  sub: string;
  claims?: Record<string, unknown>;
  acr?: string;
  amr?: string[];
}

export interface RealProvider {
  issuer: string;
  /** The next person to sign in. */
  person: ProviderPerson;
  /** Signs the person in, as a browser would; returns the address to which the provider sends the browser. */
  visit(address: string): Promise<URL>;
  /** Ends the session of the last person at the provider, which reports it to its clients. */
  signOut(): Promise<void>;
  /** Replaces the keys by new ones. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

async function makeKeys(kid: string): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { keys: [{ ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }] };
}

/** The cookies of a browser, all for one provider. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}

/** Starts a provider for one client. */
export async function startProvider(client: {
  redirect: string;
  backchannelLogout?: string;
  authentication?: { method: 'private_key_jwt'; key: JWK };
}): Promise<RealProvider> {
  let handle: (...given: Parameters<ReturnType<Provider['callback']>>) => unknown;
  const server: Server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let browser = new Browser();
  let rotations = 0;

  const real: RealProvider = {
    issuer,
    person: { sub: 'nobody' },
    async visit(address) {
      browser = new Browser();
      let at = new URL(address);
      while (at.href.startsWith(issuer)) {
        const answer = await browser.open(at.href);
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`The provider shows a page: ${answer.status} ${await answer.text()}`);
        at = new URL(location, at);
      }
      return at;
    },
    async signOut() {
      const page = await (await browser.open(`${issuer}/session/end`)).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const form = new URLSearchParams({ xsrf, logout: 'yes' });
      await browser.open(`${issuer}/session/end/confirm`, { method: 'POST', body: form });
    },
    async rotate() {
      rotations += 1;
      start(await makeKeys(`key-${rotations}`));
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };

  function start(jwks: { keys: JWK[] }): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          redirect_uris: [client.redirect],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          ...(client.authentication
            ? {
                token_endpoint_auth_method: 'private_key_jwt',
                jwks: { keys: [client.authentication.key] },
              }
            : { client_secret: CLIENT.secret }),
          ...(client.backchannelLogout
            ? { backchannel_logout_uri: client.backchannelLogout, backchannel_logout_session_required: true }
            : {}),
        },
      ],
      jwks,
      acrValues: ['urn:high'],
      claims: {
        openid: ['sub', 'sid', 'acr', 'amr'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
        groups: ['groups', 'upn'],
      },
      conformIdTokenClaims: true,
      cookies: { keys: ['signs the cookies of a provider of tests'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      // By default it calls no address of this machine.
      fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ ...(real.person.sub === sub ? real.person.claims : {}), sub }),
      }),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      // Nobody is asked whether the product may know them.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      renderError: (context, out) => {
        context.body = out;
      },
    });
    const callback = provider.callback();
    handle = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response);
      const { sub: accountId, acr, amr } = real.person;
      const login = { accountId, ...(acr ? { acr } : {}), ...(amr ? { amr } : {}) };
      return provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
    };
  }
  start(await makeKeys('key-0'));
  return real;
}
