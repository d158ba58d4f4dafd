/** Settings that are secret as a whole; of addresses the password is. */
const SECRETS = [
  'TOKEN_SECRET',
  'AUDIT_SECRET',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'PGPASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
];
const ADDRESSES = ['DATABASE_URL', 'READ_DATABASE_URL', 'SMTP_URL', 'LDAP_URL', 'STORAGE_URL', 'BACKUP_URL'];
const SHORTEST = 4;

/** Replaces secrets of the settings in a text, as errors of libraries may quote an address. */
export function withoutSecrets(text: string, env: Record<string, string | undefined>): string {
  const passwords = ADDRESSES.flatMap((name) => {
    const value = env[name] ?? '';
    if (!URL.canParse(value)) return [];
    const { password } = new URL(value);
    return [password, decodeURIComponent(password)];
  });
  return [...SECRETS.map((name) => env[name] ?? ''), ...passwords]
    .filter((secret) => secret.length >= SHORTEST)
    .reduce((left, secret) => left.replaceAll(secret, '***'), text);
}
