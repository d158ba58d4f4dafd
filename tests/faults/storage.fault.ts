import { randomBytes } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Health } from '@pimis/contract/health';
import { BUCKET, startS3 } from '../../apps/server/src/testing/s3.ts';
import { newProject, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';
import { S3Proxy, type StoreFault } from './s3-proxy.ts';

const MEBI = 1024 * 1024;
/** A call that needs no file, while the store is slow or gone. */
const QUICK_MS = 2_000;

interface StoredDocument {
  code: string;
  id: number;
  revisionId: number;
  content: Buffer<ArrayBuffer>;
}

async function keep(person: Person, code: string, content: Buffer<ArrayBuffer>): Promise<StoredDocument> {
  const outcome = await person.upload(code, 'sadrzaj.dat', content);
  const [document] = outcome.payload ?? [];
  if (!document) throw new Error(`Not stored: ${outcome.status} ${outcome.name}`);
  return { code, content, ...document };
}

/** The content as a person receives it: all of it, a refusal by name, or a cut connection. */
async function receive(person: Person, document: StoredDocument, range?: string): Promise<Buffer | string> {
  const path = `projects/${document.code}/documents/${document.id}/revisions/${document.revisionId}/download`;
  try {
    const answer = await person.raw('GET', path, undefined, range ? { range } : {});
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.ok) return bytes;
    return (JSON.parse(bytes.toString()) as { status: { name: string } }).status.name;
  } catch {
    return 'cut';
  }
}

async function stateOfStorage(admin: Person) {
  const health = await admin.call<Health>('GET', 'administration/health');
  return health.payload?.parts.find(({ part }) => part === 'storage')?.state;
}

describe('a bucket', () => {
  const installation = useInstallation();
  let product: Product;
  let proxy: S3Proxy;
  let person: Person;
  let admin: Person;
  let code: string;
  let small: StoredDocument;
  let large: StoredDocument;
  let stopS3: () => Promise<void>;

  beforeAll(async () => {
    const s3 = await startS3();
    stopS3 = s3.stop;
    proxy = await S3Proxy.start(s3.endpoint);
    product = await installation.product({
      STORAGE_URL: `s3://${BUCKET}/pimis`,
      AWS_ENDPOINT_URL_S3: proxy.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    });
    await product.start();
    person = new Person(() => product.url, 'local.user');
    admin = new Person(() => product.url, 'admin');
    for (const one of [person, admin]) await one.signIn();
    code = await newProject(person);
    small = await keep(person, code, randomBytes(20_000));
    large = await keep(person, code, randomBytes(7 * MEBI));
  });

  afterAll(async () => {
    await product.stop();
    proxy.stop();
    await stopS3();
  });

  const during = async (fault: StoreFault, work: () => Promise<void>) => {
    proxy.fault = fault;
    await work().finally(() => {
      proxy.fault = 'none';
    });
    // Well again, all of it works at once.
    expect(await receive(person, small)).toEqual(small.content);
    expect((await person.upload(code, 'posle.dat', randomBytes(1_000))).status).toBe(200);
  };

  it('that is slow keeps only those waiting who wait for a file', () =>
    during('slow', async () => {
      const waiting = Promise.all([receive(person, small), person.upload(code, 'sporo.dat', randomBytes(1_000))]);
      const other = await new Person(() => product.url, 'local.power').signIn();
      expect([other.status, other.ms < QUICK_MS]).toEqual([200, true]);
      const comment = await person.call('POST', `projects/${code}/comments`, { text: 'брзо' });
      expect([comment.status, comment.ms < QUICK_MS]).toEqual([200, true]);
      const [content, uploaded] = await waiting;
      expect([content.length, uploaded.status]).toEqual([small.content.length, 200]);
    }));

  it.each(['reset', 'error'] as const)(
    'that fails (%s) is reported as such, to people and to the administrator',
    (fault) =>
      during(fault, async () => {
        const uploaded = await person.upload(code, 'nece.dat', randomBytes(1_000));
        expect([uploaded.status, uploaded.name, (uploaded.retryAfter ?? 0) > 0]).toEqual([
          503,
          'StorageUnavailable',
          true,
        ]);
        expect(await receive(person, small)).toBe('StorageUnavailable');
        expect(await stateOfStorage(admin)).toBe('failed');
        expect((await person.call('POST', `projects/${code}/comments`, { text: 'иде' })).status).toBe(200);
      }),
  );

  it.each(['cut', 'changed'] as const)('that gives contents otherwise (%s) gives nobody a wrong one as good', (fault) =>
    during(fault, async () => {
      const seen = [await receive(person, small), await receive(person, large)];
      process.stdout.write(
        `${fault}: ${seen.map((one) => (typeof one === 'string' ? one : `${one.length} bytes`)).join(', ')}\n`,
      );
      expect(seen.filter((one) => typeof one !== 'string')).toEqual([]);
    }),
  );

  it('that forgets what it has acknowledged is found out before the person reads that it was kept', () =>
    during('forgets', async () => {
      const outcome = [
        await person.upload(code, 'nestaje.dat', randomBytes(1_000)),
        await person.upload(code, 'nestaje-u-delovima.dat', randomBytes(7 * MEBI)),
      ];
      expect(outcome.map(({ status, name }) => [status, name])).toEqual([
        [503, 'StorageUnavailable'],
        [503, 'StorageUnavailable'],
      ]);
    }));
});

describe('a folder whose files are changed behind the back of the product', () => {
  const installation = useInstallation();
  let product: Product;
  let person: Person;
  let code: string;

  beforeAll(async () => {
    product = await installation.product();
    await product.start();
    person = new Person(() => product.url, 'local.user');
    await person.signIn();
    code = await newProject(person);
  });

  const fileOf = async ({ revisionId }: StoredDocument) => {
    const [row] = await installation.ask<{ key: string }>(
      'select storage_key as key from document_revisions where id = $1',
      [revisionId],
    );
    return join(product.folder, 'files', row?.key ?? '');
  };

  it.each([
    ['cut', (path: string, size: number) => truncateSync(path, size / 2)],
    ['longer', (path: string, size: number) => writeFileSync(path, Buffer.alloc(size + 1))],
    ['another', (path: string, size: number) => writeFileSync(path, randomBytes(size))],
  ] as const)('%s: nobody receives it as good, whole or in part', async (_, damage) => {
    for (const size of [20_000, 7 * MEBI]) {
      const document = await keep(person, code, randomBytes(size));
      damage(await fileOf(document), size);
      const outcome = await person.call(
        'POST',
        `projects/${code}/documents/${document.id}/revisions/${document.revisionId}/access`,
      );
      expect([outcome.status, outcome.name]).toEqual([500, 'DocumentContentDamaged']);
      for (const range of [undefined, 'bytes=0-99', `bytes=${size / 2}-`]) {
        const seen = await receive(person, document, range);
        expect(['cut', 'DocumentContentDamaged']).toContain(typeof seen === 'string' ? seen : `${seen.length} bytes`);
      }
    }
    expect(product.output).toContain('The store has changed');
  });

  it('a damaged document is named in an archive, in its place', async () => {
    const archive = await person.raw('GET', `reporting/projects/${code}/documents`);
    const names = Buffer.from(await archive.arrayBuffer()).toString();
    expect([archive.status, names.includes('NEDOSTAJE - sadrzaj')]).toEqual([200, true]);
    expect(product.output).toContain('part of an archive failed');
  });
});
