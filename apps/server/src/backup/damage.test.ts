import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { FileMissing, type FileStore } from '../platform/storage/file-store.ts';
import { Refused } from '../platform/process/refused.ts';
import { useBackups } from '../testing/backups.ts';
import { createProject, upload } from '../testing/projects.ts';
import { useServer } from '../testing/server.ts';
import { variations } from '../testing/thorough.ts';
import { makeKeys } from './encryption.ts';
import { type Manifest, partsOf, signedManifest } from './manifest.ts';
import { manifestKey } from './place.ts';
import { SILENT } from './progress.ts';
import { signerOf } from './signature.ts';
import { type Expectations, verifyBackup } from './verify.ts';

const server = useServer();
const { folder, backup } = useBackups(server);
const FOREIGN_SECRET = new TextEncoder().encode('the secret of another installation');
let place: FileStore;
let manifest: Manifest;
let signer = '';
let objects: string[] = [];
let locked: { place: FileStore; manifest: Manifest; identity: string };

beforeAll(async () => {
  const code = await createProject(server, 'local.user');
  for (const name of ['a.txt', 'b.txt']) await upload(server, 'local.user', code, name, { description: 'Опис' }, name);
  ({ place, manifest, signer } = await backup(join(folder, 'open')));
  for await (const page of place.pages('files/')) objects.push(...page.map(({ key }) => key));
  objects = objects.toSorted();
  const { identity, recipient } = await makeKeys();
  const made = await backup(join(folder, 'locked'), { publicKey: recipient });
  locked = { place: made.place, manifest: made.manifest, identity };
});

/** The place with some objects changed; null: missing. */
function changed(of: FileStore, changes: Readonly<Record<string, Buffer | null>>): FileStore {
  return {
    ...of,
    get: async (key, range) => {
      const change = changes[key];
      if (change === undefined) return of.get(key, range);
      if (change === null) throw new FileMissing(key);
      return Readable.from(change.length === 0 ? [] : [change]);
    },
  };
}

const contentOf = async (of: FileStore, key: string) => buffer(await of.get(key));

async function refusal(of: FileStore, id: string, expected: Partial<Expectations> = {}): Promise<string> {
  try {
    await verifyBackup(of, id, { identity: null, signers: [signer], ...expected }, SILENT);
    return 'good';
  } catch (error) {
    // Damage leads to a sentence for a person, never to an error of the code.
    expect(error).toBeInstanceOf(Refused);
    return (error as Error).message;
  }
}

const DAMAGE: Readonly<Record<string, (content: Buffer) => Buffer | null>> = {
  missing: () => null,
  emptied: () => Buffer.alloc(0),
  'cut by a byte': (content) => content.subarray(0, -1),
  'cut in half': (content) => content.subarray(0, content.length >> 1),
  'longer by a byte': (content) => Buffer.concat([content, Buffer.from([0])]),
  'flipped at its start': (content) => flip(content, 0),
  'flipped in the middle': (content) => flip(content, content.length >> 1),
  'flipped at its end': (content) => flip(content, content.length - 1),
};

function flip(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

describe('a damaged backup', { timeout: 120_000 }, () => {
  it('is told from a good one', async () => {
    expect(await refusal(place, manifest.id)).toBe('good');
    expect(await refusal(locked.place, locked.manifest.id)).toBe('good');
    expect(await refusal(locked.place, locked.manifest.id, { identity: locked.identity })).toBe('good');
  });

  it.each(Object.entries(DAMAGE))('is refused by the name of each part that is %s', async (_name, damage) => {
    const parts = partsOf(manifest);
    expect(parts.length).toBeGreaterThan(60);
    // All that are no table, and some tables.
    const tables = parts.filter(({ name }) => name.startsWith('table'));
    const looked = variations([tables[0], tables.at(-1)], tables).filter((one) => one !== undefined);
    for (const { name, part } of [...parts.filter((one) => !tables.includes(one)), ...looked]) {
      const told = await refusal(changed(place, { [part.key]: damage(await contentOf(place, part.key)) }), manifest.id);
      expect(told).toContain(`The backup ${manifest.id} is damaged: ${name}: the part `);
    }
  });

  it.each(Object.entries(DAMAGE))('is refused by the name of a file that is %s', async (_name, damage) => {
    expect(objects.length).toBeGreaterThan(1);
    for (const key of objects) {
      const name = key.slice('files/xx/'.length).slice(0, 64);
      const told = await refusal(changed(place, { [key]: damage(await contentOf(place, key)) }), manifest.id);
      expect(told).toMatch(new RegExp(`is damaged: file ${name}: it (is|cannot)`));
    }
  });

  it.each(Object.entries(DAMAGE))('is refused where the manifest is %s', async (name, damage) => {
    const key = manifestKey(manifest.id);
    const told = await refusal(changed(place, { [key]: damage(await contentOf(place, key)) }), manifest.id);
    expect(told).toMatch(name === 'missing' ? /no complete backup/ : /^The manifest is (cut or )?damaged/);
  });

  it.each(variations(['missing', 'longer by a byte', 'flipped in the middle'], Object.keys(DAMAGE)))(
    'is refused where it is encrypted and %s, with the key and without',
    async (name) => {
      const damage = DAMAGE[name] as (content: Buffer) => Buffer | null;
      const keys = [locked.manifest.keys.key, locked.manifest.tables[10]?.part.key ?? ''];
      for await (const page of locked.place.pages('files/')) keys.push(page[0]?.key ?? '');
      for (const key of keys.filter((one) => one !== '')) {
        const of = changed(locked.place, { [key]: damage(await contentOf(locked.place, key)) });
        for (const identity of [null, locked.identity]) {
          expect(await refusal(of, locked.manifest.id, { identity })).toMatch(/is damaged: (keys:|table |file )/);
        }
      }
    },
  );

  it('is refused where a part or a file was exchanged for another', async () => {
    const [one, other] = manifest.tables.filter(({ rows, schema }) => rows > 0 && schema === 'public');
    const part = one?.part.key ?? '';
    const swapped = changed(place, { [part]: await contentOf(place, other?.part.key ?? '') });
    expect(await refusal(swapped, manifest.id)).toContain(`table ${one?.name}: the part`);
    const [first = '', second = ''] = objects;
    expect(await refusal(changed(place, { [first]: await contentOf(place, second) }), manifest.id)).toMatch(
      /: it is damaged/,
    );
  });
});

/** The place with a manifest that somebody has changed and signed again. */
function signedAgain(change: (copy: Manifest) => void, secret = server.context.config.auditSecret): FileStore {
  const copy = structuredClone(manifest);
  change(copy);
  const stored = signedManifest(copy, secret, signerOf(secret));
  return changed(place, { [manifestKey(manifest.id)]: Buffer.from(stored) });
}

describe('a backup that does not fit', { timeout: 120_000 }, () => {
  it.each<[string, (copy: Manifest) => void, RegExp]>([
    ['has a newer format', (copy) => (copy.format = 2), /newer version: its format is 2/],
    [
      'has a newer migration',
      (copy) => copy.migrations.push({ name: '9999_of_tomorrow.sql', hash: 'x' }),
      /has run 9999_of_tomorrow/,
    ],
    [
      'has another text of a migration',
      (copy) => (copy.migrations = copy.migrations.map((one) => ({ ...one, hash: 'x' }))),
      /was changed after/,
    ],
    ['has a newer job queue', (copy) => (copy.queueMigration += 1), /job queue is newer/],
    ['is another one', (copy) => (copy.id = '20200101-000000000-000000'), /that of the backup 20200101/],
    ['names a part elsewhere', (copy) => (copy.keys.key = '../../etc/passwd'), /not that of a backup/],
    ['has an unknown field', (copy) => Object.assign(copy, { more: 1 }), /not that of a backup/],
    [
      'names a table that could be anything',
      (copy) => Object.assign(copy.tables[0] ?? {}, { name: 'a"; drop' }),
      /not that of a backup/,
    ],
    [
      'counts rows wrongly',
      (copy) => Object.assign(copy.tables[0] ?? {}, { rows: 999_999 }),
      /it has \d+ rows?, not 999999/,
    ],
    ['counts files wrongly', (copy) => (copy.files.objects += 1), /index of files: it names/],
    ['has no list of files', (copy) => (copy.files.list = copy.heads), /list of files/],
  ])('is refused where its manifest %s', async (_name, change, told) => {
    expect(await refusal(signedAgain(change), manifest.id)).toMatch(told);
  });

  it('is refused where another installation has signed it, or its keys are another one’s', async () => {
    const foreign = signedAgain(() => undefined, FOREIGN_SECRET);
    expect(await refusal(foreign, manifest.id)).toContain(
      `signed by another installation: ${signerOf(FOREIGN_SECRET)}`,
    );
    // Without a known signer, the keys inside decide.
    expect(await refusal(foreign, manifest.id, { signers: null })).toContain('keys: they are not those of the signer');
  });

  it('is refused with a wrong key, and with a key where it is not encrypted', async () => {
    const { identity } = await makeKeys();
    expect(await refusal(locked.place, locked.manifest.id, { identity })).toContain(
      `encrypted for another key: ${locked.manifest.encryptedFor}`,
    );
    expect(await refusal(place, manifest.id, { identity })).toBe('The backup is not encrypted: name no key for it.');
  });

  it('reveals nothing of the contents where it is encrypted', async () => {
    const hashes = await server.context.db.selectFrom('document_revisions').select('hash').execute();
    const names: string[] = [];
    for await (const page of locked.place.pages('')) names.push(...page.map(({ key }) => key));
    for (const { hash } of hashes) expect(names.join(' ')).not.toContain(hash);
    for (const { key } of [locked.manifest.keys, locked.manifest.files.list]) {
      const stored = await contentOf(locked.place, key);
      expect(stored.toString('latin1')).toMatch(/^age-encryption\.org\/v1/);
      expect(() => gunzipSync(stored)).toThrow();
    }
  });
});
