import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The plain text of a mail as it is sent. */
function textOf(eml: string): string {
  const [, encoding = '', body = ''] =
    /content-type: text\/plain[^]*?content-transfer-encoding: (\S+)[^]*?\n\n([^]*?)\n--/i.exec(eml) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Path and query of the link in a mail to somebody, as soon as it is sent. */
export async function linkFor(email: string, path: string): Promise<string> {
  const outbox = join(process.env.PIMIS_E2E_FOLDER ?? '', 'outbox');
  let found: URL | undefined;
  await expect(() => {
    const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
    found = mails
      .filter((mail) => mail.includes(`To: ${email}`))
      .flatMap((mail) => textOf(mail).match(/https?:\/\/\S+/g) ?? [])
      .map((address) => new URL(address))
      .find(({ pathname }) => pathname === path);
    expect(found).toBeDefined();
  }).toPass();
  return `${path}${found?.search ?? ''}`;
}
