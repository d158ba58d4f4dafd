import { jobHandlers } from '../job-handlers.ts';
import type { TestServer } from './server.ts';
import { unzip } from './unzip.ts';

/** Runs the operation of a location, as the job queue does, and returns its file. */
export async function fetchResult(server: TestServer, login: string, location: string) {
  await jobHandlers(server.context).runOperation({ id: location.split('/').at(-1) ?? '' });
  return server.app.inject({
    url: `/api/${location}/result`,
    headers: { authorization: `Bearer ${await server.token(login)}` },
  });
}

/** The files of a list's archive. */
export async function listArchive(server: TestServer, login: string, path: string): Promise<Map<string, Buffer>> {
  const { payload } = await server.call<{ operationLocation: string }>(login, 'GET', `projects/lists/${path}`);
  const answer = await fetchResult(server, login, payload?.operationLocation.replace('/api/', '') ?? '');
  return unzip(answer.rawPayload);
}
