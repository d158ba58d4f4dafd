import type { MadeSecret, NewClient } from '@pimis/contract/clients';
import { addDays } from '@pimis/domain/dates/dates';
import { today } from '../platform/context.ts';
import type { Answer, TestServer } from './server.ts';

const FORM = 'application/x-www-form-urlencoded';

export interface TestClient {
  id: number;
  clientId: string;
  secret: string;
}

export const newClient = (server: TestServer, more: Partial<NewClient> = {}): NewClient => ({
  name: 'Трезор',
  organizationId: '50112',
  claims: ['Project_View', 'Project_Manage', 'Form_Manage', 'DMS_Manage'],
  addresses: [],
  expiresOn: addDays(today(server.context), 100),
  ...more,
});

/** A client with a secret, made by an administrator. */
export async function makeClient(server: TestServer, more: Partial<NewClient> = {}, by = 'admin'): Promise<TestClient> {
  const made = await server.call<{ id: number }>(by, 'POST', 'administration/clients', newClient(server, more));
  if (made.httpStatus !== 200) throw new Error(JSON.stringify(made));
  const id = made.payload?.id ?? 0;
  const added = await server.call<MadeSecret>(by, 'POST', `administration/clients/${id}/secrets`, {});
  const { payload } = await server.call<{ clientId: string }>(by, 'GET', `administration/clients/${id}`);
  return { id, clientId: payload?.clientId ?? '', secret: added.payload?.secret ?? '' };
}

export interface TokenAnswer {
  httpStatus: number;
  headers: Record<string, unknown>;
  body: { access_token: string; error: string; scope: string; token_type: string; expires_in: number };
}

/** A request for a token with these parameters. */
export async function askToken(
  server: TestServer,
  parameters: Record<string, string> | string,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
): Promise<TokenAnswer> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { 'content-type': FORM, ...headers },
    payload: typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString(),
    remoteAddress,
  });
  return { httpStatus: answer.statusCode, headers: answer.headers, body: answer.json() };
}

export const credentialsOf = ({ clientId, secret }: TestClient) => ({ client_id: clientId, client_secret: secret });

export async function tokenOf(server: TestServer, client: TestClient, scope?: string): Promise<string> {
  const answer = await askToken(server, {
    grant_type: 'client_credentials',
    ...credentialsOf(client),
    ...(scope === undefined ? {} : { scope }),
  });
  if (answer.httpStatus !== 200) throw new Error(JSON.stringify(answer));
  return answer.body.access_token;
}

/** A call of a client with its token. */
export async function callAs<Payload = unknown>(
  server: TestServer,
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  {
    body,
    headers = {},
    address = '127.0.0.1',
  }: { body?: object; headers?: Record<string, string>; address?: string } = {},
): Promise<Answer<Payload>> {
  const answer = await server.app.inject({
    method,
    url: `/api/${url}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
    remoteAddress: address,
    ...(body === undefined ? {} : { payload: body }),
  });
  const sent = answer.json<Omit<Answer<Payload>, 'httpStatus' | 'headers'>>();
  return { ...sent, httpStatus: answer.statusCode, headers: answer.headers };
}

/** Lets the helpers of other tests call as a client: they take its client_id in place of a login. */
export async function signInClient(server: TestServer, client: TestClient): Promise<string> {
  const token = await tokenOf(server, client);
  const ofPeople = server.token.bind(server);
  server.token = (login) => (login === client.clientId ? Promise.resolve(token) : ofPeople(login));
  return client.clientId;
}
