import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Mail } from '../../platform/mail/mail.ts';
import { takeMails } from '../mails.ts';
import type { TestServer } from '../server.ts';
import { type RealProvider, startProvider } from './real-provider.ts';
import { settingsOf, Visitor } from './visitor.ts';

/** The address of `local.user`, as the provider says it. */
export const EMAIL = { email: 'local.user@example.rs', email_verified: true };

/** Starts a provider for the tests of a file, and removes links after each. */
export function useProvider(server: TestServer) {
  let provider: RealProvider;
  const use = (more: Parameters<typeof settingsOf>[1] = {}): void => {
    server.context.config.oidcProviders = [settingsOf(provider.issuer, more)];
  };
  beforeAll(async () => {
    // The port is not known before; nothing listens at this address.
    server.context.config.publicUrl = 'http://localhost:3999';
    provider = await startProvider({ redirect: 'http://localhost:3999/api/login/oidc/eid/callback' });
    await server.context.db
      .updateTable('users')
      .set({ email: EMAIL.email })
      .where('login', '=', 'local.user')
      .execute();
  });
  afterAll(() => provider.stop());
  beforeEach(() => use({ personClaim: 'email' }));
  afterEach(() => server.context.db.deleteFrom('oidc_links').execute());
  return {
    provider: () => provider,
    use,
    signIn: async (visitor = new Visitor(server)) => {
      const location = await visitor.bring(await provider.visit((await visitor.start()).href));
      return { visitor, location };
    },
    /** The mails about new links that wait; they are removed. */
    linkMails: async (): Promise<Mail[]> => {
      const taken = await takeMails(server.context.db);
      return taken.filter(({ subject }) => subject === 'ПИМИС: налог је повезан');
    },
    /** Rows of the audit log, the newest first. */
    rowsOf: (operation: string) =>
      server.context.db
        .selectFrom('audit_log')
        .select(['login', 'subject_id', 'detail'])
        .where('operation', '=', operation)
        .orderBy('id', 'desc')
        .execute(),
  };
}
