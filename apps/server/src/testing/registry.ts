import type { ImportResult } from '@pimis/contract/registries';
import type { TestServer } from './server.ts';

const BOUNDARY = 'pimis-registry';

/** Sends a file to the import of a registry. */
export async function sendImport(
  server: TestServer,
  login: string,
  registry: string,
  content: Buffer | string,
  query = '',
) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="tabela.csv"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/registry/${registry}/import${query}`,
    headers: {
      authorization: `Bearer ${await server.token(login)}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
  const body = answer.json<{ payload: ImportResult & { operationLocation?: string }; status: { name: string } }>();
  return server.watch(`${login} imports to ${registry}`, { httpStatus: answer.statusCode, ...body });
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
