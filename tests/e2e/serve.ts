import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { exitWithProcess } from '../../apps/server/src/platform/process/exit-with-parent.ts';
import { BASE, DIRECTORY_PASSWORD, TEMPLATE } from '../../apps/server/src/testing/directory/directory.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { putDemoData } from '../../apps/server/src/testing/demo-data.ts';
import { startDouble } from '../../apps/server/src/testing/directory/double.ts';
import { CLIENT, startProvider } from '../../apps/server/src/testing/oidc/real-provider.ts';

/** The product with demo data in a temporary folder, for the browser tests. */
const folder = process.env.PIMIS_E2E_FOLDER ?? mkdtempSync(join(tmpdir(), 'pimis-e2e-'));
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o755);
process.env.DATA_DIR = folder;
// A directory with one person.
const directory = await startDouble(new Map([[`uid=olgica,ou=people,${BASE}`, DIRECTORY_PASSWORD]]), null);
Object.assign(process.env, { LDAP_URL: directory.url, LDAP_USER_DN: TEMPLATE });
// A provider at another site than the product, with one person.
const own = `http://localhost:${process.env.PORT}/api/login/oidc/proba`;
const provider = await startProvider({
  redirect: `${own}/callback`,
  backchannelLogout: `${own}/backchannel-logout`,
});
provider.person = { sub: 'ana', claims: { email: 'mei@example.rs', email_verified: true } };
process.env.OIDC_PROVIDERS = join(folder, 'providers.json');
const settings = { id: 'proba', label: 'Пробни систем', issuer: provider.issuer, personClaim: 'email' };
writeFileSync(
  process.env.OIDC_PROVIDERS,
  JSON.stringify([{ ...settings, clientId: CLIENT.id, clientSecret: CLIENT.secret }]),
);
// Without demo data the test checks how the server ends.
if (!process.argv.includes('--empty')) {
  await putDemoData(folder);
  process.argv.push('--demo');
}
// A temporary cluster needs no durable writes. The product uses it as its own.
const postgres = await startEmbeddedPostgres(folder, { fast: true });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']) {
  await client.query(`alter system set ${setting} = off`);
}
// Statistics now, instead of by autovacuum in the middle of a test.
await client.query('analyze');
await client.end();
await postgres.stop();
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// Killed tests cannot end the server; a shell may stand between them.
const runner = Number(process.env.PIMIS_E2E_RUNNER);
if (runner > 0) exitWithProcess(runner);
await import('../../apps/server/src/serve.ts');
