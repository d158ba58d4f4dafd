import { parseSync, Visitor } from 'oxc-parser';

/** Finds where the server makes a stream, a process, a thread, a socket, a connection or an emitter of events. */

type Node = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const CALLED =
  /^(createReadStream|createWriteStream|spawn|fork|execFile|pipeline|createServer|createConnection|createGzip|createGunzip|createZstdCompress|createZstdDecompress|createInterface|copyFrom|copyTo|Readable\.(from|fromWeb|toWeb)|pipe)$/;
/** Of these names only those of `node:net` and `node:tls` make a socket. */
const SOCKETS = /^node:(net|tls)$/;
const MADE =
  /^(PassThrough|Transform|Readable|Writable|Duplex|Worker|EventEmitter|Socket|Server|MessageChannel|pg\.Pool|pg\.Client|yazl\.ZipFile)$/;

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type !== 'MemberExpression' || node.computed === true) return '';
  const property = nameOf(node.property);
  return /^(Readable|pg|yazl)$/.test(nameOf(node.object)) ? `${nameOf(node.object)}.${property}` : property;
}

/**
 * Returns the names of the calls and constructors in a source that make a stream or process, sorted, duplicates
 * included.
 */
export function makersIn(file: string, source: string): string[] {
  const { program, module } = parseSync(file, source);
  const sockets = module.staticImports
    .filter(({ moduleRequest }) => SOCKETS.test(moduleRequest.value))
    .flatMap(({ entries }) => entries.map(({ localName }) => localName.value));
  const found: string[] = [];
  new Visitor({
    CallExpression(node) {
      const name = nameOf((node as unknown as Node).callee);
      if (CALLED.test(name) || (name === 'connect' && sockets.includes('connect'))) found.push(name);
    },
    NewExpression(node) {
      const name = nameOf((node as unknown as Node).callee);
      if (MADE.test(name)) found.push(`new ${name}`);
    },
  }).visit(program);
  return found.toSorted();
}

const UNIT = 'failing-streams.unit.test.ts';
const UPLOADS = 'modules/documents/uploads/uploads.test.ts';
const TABLES = 'modules/registry/files/parse-table.mocks.unit.test.ts';
const SEALED = 'archive/sealed-object.unit.test.ts';
const SOLVER = 'modules/scenarios/solver/solver.mocks.unit.test.ts';

/** The streams of a file, and the test (file and title) that makes them fail. */
interface Place {
  makes: readonly string[];
  test: readonly [file: string, title: string];
}

/** Every file of the server that makes one, below apps/server/src. */
export const STREAM_PLACES: Readonly<Record<string, Place>> = {
  'archive/alone.ts': {
    makes: ['createReadStream', 'createReadStream', 'createReadStream'],
    test: [SEALED, 'fails with its source, and stores nothing'],
  },
  'archive/audit-heads.ts': {
    makes: ['createReadStream', 'createReadStream'],
    test: [SEALED, 'fails with its source, and stores nothing'],
  },
  'archive/base-manifest.ts': {
    makes: ['Readable.from'],
    test: [UNIT, 'keeps nothing of a content that has failed, whenever'],
  },
  'archive/make-base.ts': { makes: ['Readable.from'], test: [SEALED, 'fails with its source, and stores nothing'] },
  'archive/packs.ts': {
    makes: ['Readable.from', 'createZstdCompress', 'createZstdDecompress'],
    test: ['archive/packs.unit.test.ts', 'fail with a file that cannot be read, and with a place that breaks off'],
  },
  'archive/recover.ts': {
    makes: ['createWriteStream', 'pipeline'],
    test: [
      'archive/restore.test.ts',
      'refuses what is damaged, forged, missing or for another key, and leaves nothing',
    ],
  },
  'archive/sealed-object.ts': {
    makes: ['Readable.from', 'Readable.from', 'createZstdCompress', 'createZstdDecompress'],
    test: [SEALED, 'fails with its source, and stores nothing'],
  },
  'archive/shipper.ts': { makes: ['createReadStream'], test: [SEALED, 'fails with its source, and stores nothing'] },
  'backup/contents.ts': {
    makes: ['Readable.from', 'Readable.from', 'pipeline'],
    test: ['backup/backup.test.ts', 'names files that the store does not have, or has otherwise, and holds the rest'],
  },
  'backup/encryption.ts': {
    makes: ['Readable.fromWeb', 'Readable.fromWeb', 'Readable.toWeb', 'Readable.toWeb'],
    test: [UNIT, 'a part of a backup that is read'],
  },
  'backup/heads.ts': { makes: ['Readable.from'], test: [UNIT, 'the heads of the audit log'] },
  'backup/own-command.ts': { makes: ['spawn'], test: [UNIT, 'fails a command of ours'] },
  'backup/parts.ts': { makes: ['createGunzip', 'createGzip'], test: [UNIT, 'a part of a backup that is written'] },
  'backup/place.ts': { makes: ['Readable.from'], test: [UNIT, 'keeps nothing of a content that has failed, whenever'] },
  'backup/restore-database.ts': {
    makes: ['copyFrom', 'pipeline'],
    test: ['backup/backup.test.ts', 'that fails leaves nothing'],
  },
  'backup/restore.ts': { makes: ['createReadStream'], test: ['backup/backup.test.ts', 'that fails leaves nothing'] },
  'backup/run-backup.ts': {
    makes: ['Readable.from', 'Readable.from', 'Readable.from'],
    test: [UNIT, 'a part of a backup that is written'],
  },
  'backup/scratch.ts': {
    makes: ['createReadStream', 'createWriteStream'],
    test: [UNIT, 'the lines of a backup that are kept aside'],
  },
  'backup/tables.ts': {
    makes: ['copyTo', 'new pg.Client'],
    test: ['backup/places.test.ts', 'is refused while another backup of the database runs'],
  },
  'backup/turn.ts': {
    makes: ['Readable.from'],
    test: [
      'backup/turn.test.ts',
      'goes on after a backup that was killed at any step, in several places, and keeps one turn in each',
    ],
  },
  'cli/doctor/database-checks.ts': {
    makes: ['new pg.Client'],
    test: ['cli/doctor.test.ts', 'finds other addresses that are not those of the same database'],
  },
  'cli/take-over.ts': {
    makes: ['createReadStream'],
    test: [UNIT, 'that is missing, or is a folder, fails the command'],
  },
  'modules/audit/syslog.ts': {
    makes: ['connect'],
    test: [
      'modules/audit/export.test.ts',
      'a receiver that is down, breaks off or is silent gets every row when it is back',
    ],
  },
  'modules/documents/content/texts.ts': { makes: ['pipeline'], test: [UNIT, 'fails the reading of a text'] },
  'modules/documents/storage/storage-migration.ts': {
    makes: ['new Writable', 'pipeline'],
    test: [
      'modules/documents/storage/storage-migration.test.ts',
      'all files are copied from a folder to a bucket and back, each compared with the hash of its row',
    ],
  },
  'modules/documents/uploads/upload-routes.ts': {
    makes: ['Readable.toWeb', 'new Server'],
    test: [UPLOADS, 'keeps the bytes that arrived when the connection breaks in the middle of a piece'],
  },
  'modules/documents/uploads/upload-store.ts': {
    makes: ['Readable.from'],
    test: [UPLOADS, 'keeps the bytes that arrived when the connection breaks in the middle of a piece'],
  },
  'modules/documents/uploads/uploads.ts': {
    makes: ['Readable.from'],
    test: [UPLOADS, 'with its first bytes if the content does not match the name'],
  },
  'modules/documents/uploads/verify-content-type.ts': {
    makes: ['new Transform', 'pipeline'],
    test: [UNIT, 'an upload whose kind is looked at'],
  },
  'modules/health/parts.ts': {
    makes: ['connect'],
    test: [UNIT, 'of a proxy that hangs up while its certificate is read is a warning'],
  },
  'modules/open-data/files/growing-file.ts': {
    makes: ['createGzip', 'new PassThrough'],
    test: [
      'modules/open-data/files/growing-file.unit.test.ts',
      'fails with a store that fails %s, whichever side waits',
    ],
  },
  'modules/open-data/files/making.ts': {
    makes: ['Readable.from', 'Readable.from'],
    test: ['modules/open-data/files/files.test.ts', '%s at any of its files keeps the former ones and is reported'],
  },
  'modules/registry/files/csv.ts': { makes: ['Readable.from', 'pipeline'], test: [UNIT, 'a table that is read'] },
  'modules/registry/files/files.ts': { makes: ['Readable.from'], test: [UNIT, 'a table that is written'] },
  'modules/registry/files/parse-table.ts': {
    makes: ['Readable.from', 'pipeline'],
    test: [TABLES, 'gets an error when the content breaks off, and so does the caller'],
  },
  'modules/registry/import/import-calls.ts': {
    makes: ['Readable.from'],
    test: ['platform/storage/file-store.test.ts', 'a bucket that has gone is reported as such'],
  },
  'modules/reports/board/paper-work.ts': {
    makes: ['Readable.from'],
    test: ['platform/storage/file-store.test.ts', 'a full disk is reported as such, and keeps no half of the file'],
  },
  'modules/scenarios/solver/solver.ts': {
    makes: ['fork'],
    test: [SOLVER, 'a process that cannot be started fails only its proposal, not the server'],
  },
  'platform/documents/clamd.ts': {
    makes: ['connect', 'connect'],
    test: [UNIT, 'that hangs up, is not there, or is asked about a content that breaks, fails the scan alone'],
  },
  'platform/http/client-error-handler.ts': {
    makes: ['new Socket'],
    test: ['platform/http/client-error-handler.test.ts', 'is answered in the envelope'],
  },
  'platform/http/compression.ts': {
    makes: ['createGzip', 'pipeline'],
    test: [
      'platform/http/compression.test.ts',
      'is cut where its source breaks: half of it is never taken for the whole',
    ],
  },
  'platform/database/database-fitness.ts': {
    makes: ['new pg.Client'],
    test: ['platform/database/database-fitness.test.ts', 'is named by its setting when it does not answer'],
  },
  'platform/database/database-socket.ts': {
    makes: ['new Socket'],
    test: ['process.test.ts', 'answers 503 within seconds while the database is frozen, and goes on after it'],
  },
  'platform/database/database.ts': {
    makes: ['new pg.Pool'],
    test: [
      'platform/database/database.unit.test.ts',
      'reports a connection that was lost, but not one that ends with its pool',
    ],
  },
  'platform/database/embedded-postgres.ts': {
    makes: ['createServer', 'new pg.Client', 'spawn'],
    test: ['process.test.ts', 'answers 503 while the database is away, and starts it again'],
  },
  'platform/storage/hashing-stream.ts': { makes: ['new Transform'], test: [UNIT, 'a content that is measured'] },
  'platform/http/head-requests.ts': {
    makes: ['Readable.from'],
    test: [
      'platform/http/head-requests.unit.test.ts',
      'answers HEAD with the headers of a content of which nothing is read',
    ],
  },
  'platform/jobs/jobs.ts': {
    makes: ['new EventEmitter'],
    test: ['platform/jobs/jobs.test.ts', 'goes on when the database cuts the connections under a job, and ends well'],
  },
  'platform/storage/local-store.ts': {
    makes: ['createReadStream', 'createWriteStream', 'pipeline'],
    test: [UNIT, 'gives the error of an unreadable content to a reader who comes late'],
  },
  'platform/watching/metrics.ts': {
    makes: ['createServer'],
    test: [UNIT, 'goes on when a connection cannot be accepted'],
  },
  'platform/database/migrate.ts': {
    makes: ['new pg.Client', 'new pg.Client', 'new pg.Client'],
    test: ['platform/database/migrate.test.ts', 'fails with one error when its connection is cut'],
  },
  'platform/documents/parser-process.ts': {
    makes: ['new Worker', 'spawn'],
    test: [TABLES, 'may die: the table is refused, and a part of it does not pass for all of it'],
  },
  'platform/documents/pdf/render.ts': {
    makes: ['fork'],
    test: [UNIT, 'fails the paper, and the next one is made by another'],
  },
  'platform/process/port-check.ts': {
    makes: ['createServer'],
    test: ['process.test.ts', 'leaves the server alone that runs on its port, and says so'],
  },
  'platform/storage/s3-sender.ts': {
    makes: ['pipeline'],
    test: ['platform/storage/file-store.test.ts', 'a bucket that has gone is reported as such'],
  },
  'platform/storage/store-mark.ts': {
    makes: ['Readable.from'],
    test: ['installation-marks.test.ts', 'gets no mark if it cannot store anything'],
  },
  'platform/streams.ts': {
    makes: ['pipeline'],
    test: [UNIT, 'fails those that it is joined with, in both directions'],
  },
  'platform/http/unread-request-body.ts': {
    makes: ['Readable.from'],
    test: ['platform/http/unread-request-body.test.ts', 'gets its refusal, and its connection ends, whichever it is'],
  },
  'platform/http/upload.ts': {
    makes: ['Readable.from'],
    test: [
      'modules/registry/import/interrupted.test.ts',
      'a body that is cut off, or is not valid multipart, is the caller’s fault',
    ],
  },
  'platform/storage/verified-content.ts': { makes: ['Readable.from'], test: [UNIT, 'a content that is verified'] },
  'platform/documents/xlsx/workbook.ts': { makes: ['Readable.from', 'new yazl.ZipFile'], test: [UNIT, 'a workbook'] },
  'platform/documents/zip.ts': {
    makes: ['new PassThrough', 'new yazl.ZipFile'],
    test: [UNIT, 'an archive whose reader comes late, or goes'],
  },
};
