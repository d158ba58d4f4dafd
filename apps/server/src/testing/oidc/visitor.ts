import type { LightMyRequestResponse } from 'fastify';
import type { OidcProvider } from '../../platform/access/oidc-settings.ts';
import type { TestServer } from '../server.ts';
import { CLIENT } from './real-provider.ts';

/** A provider as the settings name it. */
export function settingsOf(issuer: string, more: Partial<OidcProvider> = {}): OidcProvider {
  return {
    id: 'eid',
    label: 'еИД',
    issuer,
    clientId: CLIENT.id,
    proof: { secret: CLIENT.secret },
    scope: 'openid email profile groups',
    acrSecondStep: [],
    createBy: undefined,
    timeoutMs: 5_000,
    ...more,
  };
}

/** Cookies by name that an answer sets; a cleared one is empty. */
export const cookiesOf = (answer: LightMyRequestResponse): Record<string, string> =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));

/** A browser that signs in by a provider. */
export class Visitor {
  readonly #server: TestServer;
  cookies: Record<string, string> = {};

  constructor(server: TestServer) {
    this.#server = server;
  }

  async open(url: string): Promise<LightMyRequestResponse> {
    const answer = await this.#server.app.inject({ url, cookies: this.cookies });
    Object.assign(this.cookies, cookiesOf(answer));
    return answer;
  }

  /** Begins a sign-in; returns the address at the provider. */
  async start(id = 'eid', redirect = '/projects'): Promise<URL> {
    const answer = await this.open(`/api/login/oidc/${id}/start?redirect=${encodeURIComponent(redirect)}`);
    return new URL(String(answer.headers.location), 'http://pimis.invalid');
  }

  /** Brings the answer of a provider; returns where the browser goes on. */
  async bring({ pathname, search }: URL): Promise<string> {
    const answer = await this.open(`${pathname}${search}`);
    return String(answer.headers.location);
  }

  /** The login of the session that the browser has; null without one. */
  async signedIn(): Promise<string | null> {
    const answer = await this.#server.app.inject({ url: '/api/login/refresh', cookies: this.cookies });
    Object.assign(this.cookies, cookiesOf(answer));
    if (answer.statusCode !== 200) return null;
    const token = answer.json<{ payload: { accessToken: string } }>().payload.accessToken;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { user_name: string };
    return claims.user_name;
  }
}

/** The name of the refusal in the address of the sign-in page; null for another page. */
export const refusalIn = (location: string): string | null =>
  location.startsWith('/login?') ? new URL(location, 'http://pimis.invalid').searchParams.get('refused') : null;
