import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { type Certificate, makeCertificate, trusting } from '../../../testing/certificate.ts';
import {
  BASE,
  DIRECTORY_PASSWORD,
  LEADING_ASIDE,
  MARKED_LOGIN,
  TEMPLATE,
  type TestDirectory,
} from '../../../testing/directory/directory.ts';
import { startDouble, startSilent } from '../../../testing/directory/double.ts';
import { hasSlapd, NO_SLAPD, startSlapd } from '../../../testing/directory/slapd.ts';
import { useServer } from '../../../testing/server.ts';
import { escapeDn, allowsPlainLdap } from './ldap.ts';

const server = useServer();

/** Accounts of the test directory, with names as they must be sent. */
const ENTRIES = new Map([
  [`uid=milena,ou=people,${BASE}`, DIRECTORY_PASSWORD],
  [`uid=${escapeDn(MARKED_LOGIN)},ou=people,${BASE}`, DIRECTORY_PASSWORD],
  [`uid=guest,ou=guests,ou=people,${BASE}`, DIRECTORY_PASSWORD],
]);

const KINDS = [
  { kind: 'a double of LDAP', start: (certificate: Certificate | null) => startDouble(ENTRIES, certificate) },
  ...(hasSlapd ? [{ kind: 'slapd', start: startSlapd }] : []),
];
// A skipped test names the missing program; a setting makes its absence an error.
if (!hasSlapd) {
  process.stderr.write(`\n*** ${NO_SLAPD}\n\n`);
  if (process.env.PIMIS_SLAPD === 'required') throw new Error(NO_SLAPD);
}

function use(url: string, ldapTimeoutMs = 5_000): void {
  Object.assign(server.context.config, { ldapUrl: url, ldapUserDn: TEMPLATE, ldapTimeoutMs });
}

async function signIn(login: string, password: string, directory = true) {
  const url = directory ? '/api/login/login-ldap' : '/api/login';
  const answer = await server.app.inject({ method: 'POST', url, payload: { login, password } });
  return { httpStatus: answer.statusCode, name: answer.json<{ status: { name: string } }>().status.name };
}

beforeAll(async () => {
  const named = { 'local.user': 'milena', 'local.power': MARKED_LOGIN, 'other.user': LEADING_ASIDE };
  for (const [login, loginAd] of Object.entries(named)) {
    await server.context.db.updateTable('users').set({ login_ad: loginAd }).where('login', '=', login).execute();
  }
});

// Wrong attempts of one test must not lock out the next.
beforeEach(() => server.context.db.deleteFrom('rate_limits').execute());

describe.each(KINDS)('signing in by $kind', ({ start }) => {
  let certificate: Certificate;
  let plain: TestDirectory;
  let secured: TestDirectory;

  beforeAll(async () => {
    certificate = await makeCertificate();
    [plain, secured] = await Promise.all([start(null), start(certificate)]);
  });
  afterAll(() => Promise.all([plain.stop(), secured.stop()]));

  it('opens a session for the right password, and refuses a wrong one, an empty one and unknown users', async () => {
    use(plain.url);
    expect(await signIn('milena', DIRECTORY_PASSWORD)).toEqual({ httpStatus: 200, name: 'Success' });
    expect((await signIn('milena', 'погрешна')).name).toBe('InvalidUserPassword');
    // Empty passwords are never sent to the directory, which would accept them as an anonymous bind.
    expect((await signIn('milena', '')).httpStatus).toBe(422);
    expect((await signIn('nobody', DIRECTORY_PASSWORD)).name).toBe('InvalidUserPassword');
    expect((await signIn('milena', DEMO_PASSWORD)).name).toBe('InvalidUserPassword');
  });

  it('escapes names: special characters in a login are part of it, and never lead to another user', async () => {
    use(plain.url);
    expect((await signIn(MARKED_LOGIN, DIRECTORY_PASSWORD)).name).toBe('Success');
    expect((await signIn(LEADING_ASIDE, DIRECTORY_PASSWORD)).name).toBe('InvalidUserPassword');
  });

  it.each(['ldap with STARTTLS', 'ldaps'])('uses %s only with a trusted certificate', async (how) => {
    use(how === 'ldaps' ? secured.secureUrl : secured.url);
    await trusting(certificate, async () => {
      expect((await signIn('milena', DIRECTORY_PASSWORD)).name).toBe('Success');
      expect((await signIn('milena', 'погрешна')).name).toBe('InvalidUserPassword');
    });
    expect(await signIn('milena', DIRECTORY_PASSWORD)).toEqual({ httpStatus: 503, name: 'DirectoryUnavailable' });
  });
});

describe('an unavailable directory', () => {
  it('is reported clearly when it is down, and local accounts still work', async () => {
    const gone = await startDouble(ENTRIES, null);
    await gone.stop();
    use(gone.url);
    expect(await signIn('milena', DIRECTORY_PASSWORD)).toEqual({ httpStatus: 503, name: 'DirectoryUnavailable' });
    expect((await signIn('minister', DEMO_PASSWORD, false)).name).toBe('Success');
  });

  it('does not delay users with a password of this system when it is slow', async () => {
    const silent = await startSilent();
    use(silent.url, 1_500);
    const order: string[] = [];
    const waiting = signIn('milena', DIRECTORY_PASSWORD).then((answer) => {
      order.push('directory');
      return answer;
    });
    const local = await signIn('minister', DEMO_PASSWORD, false);
    order.push('local');
    expect(local.name).toBe('Success');
    expect((await waiting).name).toBe('DirectoryUnavailable');
    expect(order).toEqual(['local', 'directory']);
    // After a failure the directory is not asked for a while: the next sign-in is refused at once.
    await silent.stop();
    expect((await signIn('milena', DIRECTORY_PASSWORD)).name).toBe('DirectoryUnavailable');
  });

  it('gets no password without TLS unless it is on the same machine', () => {
    expect(['ldap://127.0.0.1:389', 'ldap://localhost', 'ldap://[::1]:389'].map(allowsPlainLdap)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['ldap://10.0.0.1', 'ldap://127.0.0.1.example.rs', 'ldap://dc.example.rs'].map(allowsPlainLdap)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
