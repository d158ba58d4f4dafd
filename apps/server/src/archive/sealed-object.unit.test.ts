import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { makeKeys } from '../backup/encryption.ts';
import { signerOf } from '../backup/signature.ts';
import { localStore } from '../platform/storage/local-store.ts';
import { openSealed, putSealed, readExpected, readSealed } from './sealed-object.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-sealed-'));
const place = localStore(folder);
const KEY = 'wal/1/00000001/x';
const auditSecret = new TextEncoder().encode('signs the objects of this test file');
const named = { system: '1', name: 'X', at: '2026-11-29T10:00:00.000Z' };
const TEXT = 'садржај сегмента '.repeat(10_000);
const open = () => Readable.from([Buffer.from(TEXT)]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(identity: string | null = null): Promise<string> {
  const sealed = await readSealed(place, KEY);
  if (sealed === null) throw new Error('nothing is there');
  return text(await openSealed(place, KEY, sealed, identity));
}

it('gives back what was stored, and says who stored what', async () => {
  expect(await readSealed(place, KEY)).toBeNull();
  const { identity, recipient } = await makeKeys();
  for (const key of [null, recipient]) {
    const size = await putSealed(place, KEY, { ...named, open }, { auditSecret, recipient: key });
    expect(size).toBeLessThan(TEXT.length / 10);
    const sealed = await readSealed(place, KEY);
    expect(sealed).toMatchObject({ signer: signerOf(auditSecret), description: { ...named, encryptedFor: key } });
    expect(await read(identity)).toBe(TEXT);
  }
  await expect(read((await makeKeys()).identity)).rejects.toThrow();
});

it('is refused when a byte of it is another one', async () => {
  await putSealed(place, KEY, { ...named, open }, { auditSecret, recipient: null });
  const path = join(folder, KEY);
  const stored = readFileSync(path);
  for (const at of [20, stored.indexOf('"signature":"') + 20]) {
    const changed = Buffer.from(stored);
    changed[at] = changed[at] === 0x30 ? 0x31 : 0x30;
    writeFileSync(path, changed);
    await expect(readSealed(place, KEY)).rejects.toThrow(/signature does not fit|no object/);
  }
  // Another content under the same description.
  await putSealed(
    place,
    KEY,
    { ...named, open: () => Readable.from([Buffer.from('други садржај')]) },
    { auditSecret, recipient: null },
  );
  const other = readFileSync(path);
  const [ends, end] = [stored, other].map((bytes) => bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1);
  writeFileSync(path, Buffer.concat([stored.subarray(0, ends), other.subarray(end)]));
  await expect(read()).rejects.toThrow('another content');
  writeFileSync(path, stored.subarray(0, 100));
  await expect(readSealed(place, KEY)).rejects.toThrow('no object');
});

it('is refused in the place of another object, from another signer, or if it is missing', async () => {
  const { system, name } = named;
  await putSealed(place, KEY, { ...named, open }, { auditSecret, recipient: null });
  const expected = (more: object, signers: string[] | null = null, key = KEY) =>
    readExpected(place, key, { system, name, ...more }, signers);
  expect((await expected({}, [signerOf(auditSecret)])).description).toMatchObject(named);
  for (const other of [{ name: 'Y' }, { system: '2' }]) await expect(expected(other)).rejects.toThrow('is another one');
  await expect(expected({}, ['another'])).rejects.toThrow('signed by another installation');
  await expect(expected({ called: 'Segment Z' }, null, 'wal/1/00000001/none')).rejects.toThrow('Segment Z is missing');
});

it('fails with its source, and stores nothing', async () => {
  const gone = 'wal/1/00000001/gone';
  const source = () => createReadStream(join(folder, 'none'));
  await expect(putSealed(place, gone, { ...named, open: source }, { auditSecret, recipient: null })).rejects.toThrow(
    'ENOENT',
  );
  let times = 0;
  const breaks = () => {
    times += 1;
    return times === 1 ? open() : Readable.from(breaking());
  };
  await expect(putSealed(place, gone, { ...named, open: breaks }, { auditSecret, recipient: null })).rejects.toThrow(
    'is away',
  );
  expect(await readSealed(place, gone)).toBeNull();
});

async function* breaking() {
  yield Buffer.from('почетак');
  throw new Error('the disk is away');
}
