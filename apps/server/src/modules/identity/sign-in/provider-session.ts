/** The provider that has opened a session, and the number of the session there. */
export interface ProviderSession {
  id: string;
  issuer: string;
  sid: string | null;
}

const PREFIX = 'login:oidc:';

/** A second step that waits after the sign-in by a provider keeps it in place of the counter of the password. */
export function providerKey({ id, issuer, sid }: ProviderSession): string {
  return `${PREFIX}${Buffer.from(JSON.stringify([id, issuer, sid])).toString('base64url')}`;
}

/** The provider in such a key; undefined for the counter of a password. */
export function providerIn(key: string): ProviderSession | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const text = Buffer.from(key.slice(PREFIX.length), 'base64url').toString('utf8');
  // Only providerKey writes such a key.
  const [id, issuer, sid] = JSON.parse(text) as [string, string, string | null];
  return { id, issuer, sid };
}
