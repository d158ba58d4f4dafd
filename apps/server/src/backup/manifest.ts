import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Refused } from '../platform/process/refused.ts';
import { isSignedBy, signText } from './signature.ts';

/** The format of backups that this version writes, and the newest that it reads. */
export const FORMAT = 1;

const strict = { additionalProperties: false } as const;
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0 });
const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]*$', maxLength: 63 });

const Part = Type.Object(
  { key: Type.String({ pattern: '^backups/[0-9a-z-]+/[0-9a-z-]+$' }), size: Count, sha256: Hash },
  strict,
);
/** An object of the backup: its key, stored size and hash. */
export type Part = Static<typeof Part>;

const Table = Type.Object(
  {
    schema: Type.Enum(['public', 'graphile_worker']),
    name: Name,
    columns: Type.Array(Name, { minItems: 1, maxItems: 200 }),
    rows: Count,
    part: Part,
  },
  strict,
);
export type TableOfBackup = Static<typeof Table>;

const Manifest = Type.Object(
  {
    product: Type.Literal('pimis'),
    format: Type.Integer({ minimum: 1 }),
    /** The version of the product that wrote it. */
    version: Type.String({ maxLength: 40 }),
    id: Type.String({ pattern: '^[0-9]{8}-[0-9]{9}-[0-9a-f]{6}$' }),
    /** The moment that the backup contains, by the database's clock. */
    at: Type.String({ maxLength: 40 }),
    encryptedFor: Type.Union([Type.Null(), Type.String({ maxLength: 100 })]),
    migrations: Type.Array(Type.Object({ name: Type.String({ maxLength: 200 }), hash: Type.String() }, strict)),
    /** The newest migration of the job queue. */
    queueMigration: Count,
    tables: Type.Array(Table, { maxItems: 1000 }),
    sequences: Type.Array(
      Type.Object({ schema: Name, name: Name, last: Type.String({ pattern: '^-?[0-9]{1,19}$' }) }, strict),
    ),
    /** The end of the chain of the audit log. */
    auditHead: Type.Union([Type.Null(), Type.Object({ seal: Type.String(), hash: Hash }, strict)]),
    /** The secrets of the installation, and the signed ends of the chain. */
    keys: Part,
    heads: Part,
    /** Functions, views and triggers of the version that was backed up: migrations since then run with them. */
    routines: Part,
    /** `list` names the contents to which the database refers, `index` the objects that contain them. */
    files: Type.Object({ list: Part, index: Part, count: Count, objects: Count, bytes: Count, missing: Count }, strict),
  },
  strict,
);
export type Manifest = Static<typeof Manifest>;

const manifestCheck = Compile(Manifest);
const trailerCheck = Compile(
  Type.Object({ signer: Hash, signature: Type.String({ pattern: '^[0-9a-f]{128}$' }) }, strict),
);

/** The stored text of a manifest: JSON, and on the last line the signature of all before it. */
export function signedManifest(manifest: object, auditSecret: Uint8Array, signer: string): string {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  return `${text}${JSON.stringify({ signer, signature: signText(auditSecret, text) })}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The value of a signed text, and its signer. Error: Refused where the signature does not fit. */
export function readSigned(stored: string): { value: unknown; signer: string } {
  const end = stored.lastIndexOf('\n', stored.length - 2) + 1;
  const [text, trailer] = [stored.slice(0, end), parsed(stored.slice(end))];
  if (!stored.endsWith('\n') || !trailerCheck.Check(trailer)) throw new Refused('The manifest is cut or damaged.');
  if (!isSignedBy(trailer.signer, text, trailer.signature)) {
    throw new Refused('The manifest is damaged: its signature does not fit.');
  }
  return { value: parsed(text), signer: trailer.signer };
}

/** Reads a stored manifest. Error: Refused, with the reason. */
export function readManifest(id: string, stored: string): { manifest: Manifest; signer: string } {
  const { value: manifest, signer } = readSigned(stored);
  const format = (manifest as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > FORMAT) {
    throw new Refused(`The backup was made by a newer version: its format is ${format}, this version reads ${FORMAT}.`);
  }
  if (!manifestCheck.Check(manifest)) throw new Refused('The manifest is not that of a backup.');
  if (manifest.id !== id) throw new Refused(`The manifest is that of the backup ${manifest.id}.`);
  return { manifest, signer };
}

/** Every object of a backup but the contents of files, with the name that a person reads. */
export function partsOf(manifest: Manifest): { name: string; part: Part }[] {
  return [
    ...manifest.tables.map(({ schema, name, part }) => ({
      name: schema === 'public' ? `table ${name}` : `table ${schema}.${name}`,
      part,
    })),
    { name: 'keys', part: manifest.keys },
    { name: 'audit heads', part: manifest.heads },
    { name: 'functions and views', part: manifest.routines },
    { name: 'list of files', part: manifest.files.list },
    { name: 'index of files', part: manifest.files.index },
  ];
}
