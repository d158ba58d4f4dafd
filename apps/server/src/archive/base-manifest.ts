import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { readSigned } from '../backup/manifest.ts';
import { Refused } from '../platform/process/refused.ts';
import { FileMissing, type FileStore } from '../platform/storage/file-store.ts';
import { baseKey } from './segments.ts';

const strict = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });
const SegmentName = Type.String({ pattern: '^[0-9A-F]{24}$' });
const Id = Type.String({ pattern: '^[0-9]{8}-[0-9]{9}-[0-9a-f]{6}$' });

const BaseManifestSchema = Type.Object(
  {
    product: Type.Literal('pimis'),
    kind: Type.Literal('base'),
    format: Type.Integer({ minimum: 1 }),
    /** The version of the product that wrote it. */
    version: Type.String({ maxLength: 40 }),
    id: Id,
    system: Type.String({ pattern: '^[0-9]{1,20}$' }),
    timeline: Type.Integer({ minimum: 1 }),
    /** The first and the last segment that a restore of this base needs at least. */
    first: SegmentName,
    last: SegmentName,
    /** When it was begun and complete, by the database's clock. */
    begunAt: Type.String({ maxLength: 40 }),
    at: Type.String({ maxLength: 40 }),
    /** The files of a cluster fit only this major version of PostgreSQL, and this kind of machine. */
    postgres: Type.Integer({ minimum: 1 }),
    machine: Type.String({ maxLength: 40 }),
    encryptedFor: Type.Union([Type.Null(), Type.String({ maxLength: 100 })]),
    migrations: Type.Array(Type.Object({ name: Type.String({ maxLength: 200 }), hash: Type.String() }, strict)),
    /** Whether documents are in a bucket, which the archive leaves to its own protection. */
    bucket: Type.Boolean(),
    /** The file backup_label, byte for byte. */
    label: Type.String({ maxLength: 2_000, minLength: 1 }),
    files: Count,
    bytes: Count,
    packs: Type.Array(Type.Object({ size: Count, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, strict), {
      minItems: 1,
      maxItems: 100_000,
    }),
  },
  strict,
);
export type BaseManifest = Static<typeof BaseManifestSchema>;

const isManifest = Compile(BaseManifestSchema);
/** The format of bases that this version writes, and the newest that it reads. */
export const BASE_FORMAT = 1;
const MOST_BYTES = 16 * 1024 * 1024;

/** The machine on which the files of a cluster can be used. */
export const THIS_MACHINE = `${process.platform}-${process.arch}`;

export const packKey = (system: string, id: string, index: number): string => baseKey(system, id, `pack-${index}`);
const manifestKeyOf = (system: string, id: string) => baseKey(system, id, 'manifest');

export async function writeBaseManifest(place: FileStore, system: string, id: string, stored: string): Promise<void> {
  await place.put(manifestKeyOf(system, id), Readable.from([Buffer.from(stored, 'utf8')]), MOST_BYTES);
}

/** Reads the manifest of a base. Error: Refused, with the reason. */
export async function readBaseManifest(
  place: FileStore,
  system: string,
  id: string,
): Promise<{ manifest: BaseManifest; signer: string }> {
  let stored: string;
  try {
    stored = await text(await place.get(manifestKeyOf(system, id), { start: 0, end: MOST_BYTES }));
  } catch (error) {
    if (error instanceof FileMissing) throw new Refused(`There is no complete base ${id}.`, { cause: error });
    throw error;
  }
  const { value, signer } = readSigned(stored);
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > BASE_FORMAT) {
    throw new Refused(`The base was made by a newer version: its format is ${format}, this one reads ${BASE_FORMAT}.`);
  }
  if (!isManifest.Check(value) || value.id !== id || value.system !== system) {
    throw new Refused(`The manifest of ${id} is not that of a base.`);
  }
  return { manifest: value, signer };
}
