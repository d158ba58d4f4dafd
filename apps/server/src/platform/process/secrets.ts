/** Settings that are secret as a whole; in addresses only the password is. */
const SECRETS = [
  'TOKEN_SECRET',
  'AUDIT_SECRET',
  'TOKEN_SECRET_FORMER',
  'AUDIT_SECRET_FORMER',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'PGPASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'LDAP_LOOKUP_PASSWORD',
];
const ADDRESSES = [
  'DATABASE_URL',
  'POOLED_DATABASE_URL',
  'READ_DATABASE_URL',
  'SMTP_URL',
  'LDAP_URL',
  'STORAGE_URL',
  'BACKUP_URL',
  'PUBLIC_URL',
  'CLAMD_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];
const SHORTEST = 4;
/** The password of an address is before its host, or in its query. */
const OF_QUERY = /^(?:password|sslpassword)$/i;

/** A password may contain a % that is not an encoding: libraries then quote it unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function passwordsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password, search } = new URL(address);
  const ofQuery = search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('='))
    .filter(([name = '']) => OF_QUERY.test(name))
    .map(([, ...value]) => value.join('='));
  return [password, ...ofQuery].flatMap((secret) => [secret, decoded(secret)]);
}

/** Replaces secrets of the settings in a text, as errors of libraries may quote an address. */
export function withoutSecrets(text: string, env: Record<string, string | undefined>): string {
  const passwords = ADDRESSES.flatMap((name) => passwordsOf(env[name] ?? ''));
  return [...SECRETS.map((name) => env[name] ?? ''), ...passwords]
    .filter((secret) => secret.length >= SHORTEST)
    .reduce((left, secret) => left.replaceAll(secret, '***'), text);
}
