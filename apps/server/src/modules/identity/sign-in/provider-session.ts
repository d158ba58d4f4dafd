/** The provider that has opened a session, and the number of the session there. */
export interface ProviderSession {
  id: string;
  issuer: string;
  sid: string | null;
}

const PREFIX = 'login:oidc:';

/** The provider's session as text. A second step stores it after such a sign-in, in place of the password counter. */
export function providerKey({ id, issuer, sid }: ProviderSession): string {
  return `${PREFIX}${Buffer.from(JSON.stringify([id, issuer, sid])).toString('base64url')}`;
}

/** The provider's session in such a text; undefined for a password counter. */
export function providerIn(key: string): ProviderSession | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const text = Buffer.from(key.slice(PREFIX.length), 'base64url').toString('utf8');
  // Only providerKey writes such a key.
  const [id, issuer, sid] = JSON.parse(text) as [string, string, string | null];
  return { id, issuer, sid };
}
