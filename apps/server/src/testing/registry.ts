import type { ImportResult } from '@pimis/contract/registries';
import { runOperation } from '../modules/operations/work.ts';
import { importWork } from '../modules/registry/import/import-calls.ts';
import type { TestServer } from './server.ts';

const BOUNDARY = 'pimis-registry';

/** Sends a file to the import of a registry. */
export async function sendImport(
  server: TestServer,
  login: string,
  registry: string,
  content: Buffer | string,
  query = '',
  name = 'tabela.csv',
) {
  // Most tests are about the written rows, so they confirm their changes.
  const confirmed = query === '' ? '?confirm=changes' : query;
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/registry/${registry}/import${confirmed}`,
    headers: {
      authorization: `Bearer ${await server.token(login)}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
  const body = answer.json<{ payload: ImportResult & { operationLocation?: string }; status: { name: string } }>();
  return server.watch(`${login} imports to ${registry}`, { httpStatus: answer.statusCode, ...body });
}

/**
 * Runs a queued import; `meanwhile` happens before each progress is recorded, and above 80 % before the rows are
 * written.
 */
export async function runImport(
  server: TestServer,
  id: string,
  meanwhile: (percent: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const work = importWork(server.jobs);
  await runOperation(server.jobs, id, {
    registryImport: {
      ...work,
      run: (input, onProgress, onEnd) =>
        work.run(
          input,
          async (percent) => {
            await meanwhile(percent);
            await onProgress(percent);
          },
          onEnd,
        ),
    },
  });
}

/** Gives an account another role until the returned function is called. */
export async function actAs(server: TestServer, login: string, roleId: number): Promise<() => Promise<void>> {
  const { db } = server.context;
  const { role_id: before } = await db
    .selectFrom('users')
    .select('role_id')
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  const set = (role: number) => db.updateTable('users').set({ role_id: role }).where('login', '=', login).execute();
  await set(roleId);
  return async () => {
    await set(before);
  };
}
