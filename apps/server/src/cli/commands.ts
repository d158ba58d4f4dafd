import type { Command } from './command.ts';

const QUIET = { type: 'boolean', text: 'prints no progress' } as const;
const CHOSEN = {
  backup: { type: 'string', value: 'ID', text: 'the backup; default: the newest' },
  key: { type: 'string', value: 'FILE', text: 'the private key of an encrypted backup' },
  signer: { type: 'string', value: 'DIGITS', text: 'public key of the required signer; default: this installation' },
  quiet: QUIET,
} as const;

/** A restore writes the data that it reads, so it requires the signer. */
const TRUSTED = {
  ...CHOSEN,
  signer: {
    type: 'string',
    value: 'DIGITS',
    text: 'public key of the required signer; default: this installation, if it has its secret',
  },
  'any-signer': { type: 'boolean', text: 'accepts a backup of any signer' },
} as const;

/** The subcommands of `pimis`, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'starts the product with demo data',
    words: [],
    options: {},
    help: 'DEMO=0 leaves out the demo data. Stops on SIGINT or SIGTERM.',
    run: async () => (await import('../run-server.ts')).runServer({ demo: true }),
  },
  {
    name: 'serve',
    summary: 'starts the product without demo data',
    words: [],
    options: { 'no-jobs': { type: 'boolean', text: 'answers calls only; pimis worker runs the jobs' } },
    help: 'Migrates the database first. Stops on SIGINT or SIGTERM.',
    run: async ({ options }) =>
      (await import('../run-server.ts')).runServer({ demo: false }, { calls: true, jobs: options['no-jobs'] !== true }),
  },
  {
    name: 'worker',
    summary: 'runs jobs only: mails, papers, imports, schedules',
    words: [],
    options: {},
    help: 'Run any number of workers beside servers with --no-jobs. Migrates the database first.',
    run: async () => (await import('../run-server.ts')).runServer({ demo: false }, { calls: false, jobs: true }),
  },
  {
    name: 'migrate',
    summary: 'migrates the database to this version',
    words: [],
    options: {
      check: {
        type: 'boolean',
        text: 'prints pending migrations and whether servers can keep running; exits with 1 if any are pending',
      },
      'without-backup': { type: 'boolean', text: 'skips the backup' },
    },
    help: 'Makes a backup to BACKUP_URL first. Runs in one transaction: a failure changes nothing.',
    run: async (call) => (await import('./migrate.ts')).run(call),
  },
  {
    name: 'backup',
    keepsAsIs: true,
    summary: 'backs up the whole installation while people work',
    words: ['PLACE'],
    options: {
      keep: {
        type: 'string',
        value: '14d,8w,12m',
        text: 'removes older backups; keeps the newest of each of the last days, weeks and months',
      },
      'public-key': { type: 'string', value: 'AGE1', text: 'encrypts the backup; default: BACKUP_PUBLIC_KEY' },
      'before-upgrade': { type: 'boolean', text: 'accepts a database that this version would migrate' },
      'accept-place': {
        type: 'boolean',
        text: 'takes a place in which a second machine seems to write, after a return to a snapshot',
      },
      quiet: QUIET,
    },
    help: 'PLACE is a folder or s3://bucket/prefix. Files that an earlier backup there contains are not copied again.',
    run: async (call) => (await import('./backup.ts')).run(call),
  },
  {
    name: 'backup-key',
    keepsAsIs: true,
    summary: 'generates a key pair for encrypted backups',
    words: ['FILE'],
    options: {},
    help: 'Writes the private key to the file and prints the public key.',
    run: async (call) => (await import('./backup-key.ts')).run(call),
  },
  {
    name: 'verify',
    keepsAsIs: true,
    summary: 'reads a backup and reports whether it is complete',
    words: ['PLACE'],
    options: CHOSEN,
    help: 'Verifies the newest backup of PLACE unless --backup names another.',
    run: async (call) => (await import('./verify.ts')).run(call),
  },
  {
    name: 'restore',
    summary: 'restores a backup into an empty installation',
    words: ['PLACE'],
    options: {
      ...TRUSTED,
      'without-damaged': {
        type: 'boolean',
        text: 'continues without damaged documents, and lists them',
      },
      copy: { type: 'boolean', text: 'makes a trial installation, which sends no mail and makes no backups' },
      to: {
        type: 'string',
        value: 'latest|TIME',
        text: 'restores the continuous archive up to its end, or to a time such as 2026-11-29T14:05:00+01:00',
      },
    },
    help: 'Verifies the backup first; needs --signer or --any-signer. Refuses a database, store or DATA_DIR that is not empty.',
    run: async (call) =>
      call.options.to === undefined
        ? (await import('./restore.ts')).run(call)
        : (await import('./restore-archive.ts')).run(call),
  },
  {
    name: 'restored',
    keepsAsIs: true,
    summary: 'completes a restore that other tools made: ends sessions, raises numbers',
    words: [],
    options: {
      to: {
        type: 'string',
        value: 'TIME',
        text: 'the time that the restore reached, such as 2026-11-29T14:05:00+01:00',
      },
    },
    help: 'Stop all servers first. Also ends links in mails, and lists accounts that should be reviewed.',
    run: async (call) => (await import('./restored.ts')).run(call),
  },
  {
    name: 'try-restore',
    keepsAsIs: true,
    summary: 'restores a backup into a temporary database, as a test',
    words: ['PLACE'],
    options: {
      ...TRUSTED,
      folder: { type: 'string', value: 'FOLDER', text: 'a folder with enough space; default: DATA_DIR/backup-trial' },
      to: {
        type: 'string',
        value: 'latest|TIME',
        text: 'replays the continuous archive instead, and reports the time it reached',
      },
    },
    help: 'Reports whether the backup can be restored and its audit log is intact. Does not touch the installation.',
    run: async (call) =>
      call.options.to === undefined
        ? (await import('./try-restore.ts')).run(call)
        : (await import('./try-archive.ts')).run(call),
  },
  {
    name: 'first-admin',
    summary: "creates the first administrator's account",
    words: ['LOGIN', 'NAME', 'EMAIL'],
    options: {},
    help: 'Mails a link to set the password. Refuses if an administrator can sign in. Makes a new installation if there is none, and says so.',
    run: async (call) => (await import('./first-admin.ts')).run(call),
  },
  {
    name: 'archive-base',
    keepsAsIs: true,
    summary: 'makes a base of the continuous archive now',
    words: [],
    options: { quiet: QUIET },
    help: 'Written to BACKUP_URL. With ARCHIVE=on the server makes one after each daily backup, and after a gap.',
    run: async (call) => (await import('./archive-base.ts')).run(call),
  },
  {
    name: 'unlock',
    keepsAsIs: true,
    summary: 'unlocks an account that no administrator can unlock',
    words: ['LOGIN'],
    options: { unlink: { type: 'boolean', text: 'also removes the links of the account with sign-in providers' } },
    help: 'Removes locks, the second step and a revocation of access. Notifies every administrator by mail.',
    run: async (call) => (await import('./unlock.ts')).run(call),
  },
  {
    name: 'audit-verify',
    keepsAsIs: true,
    summary: 'verifies the chain of the audit log',
    words: [],
    options: {},
    help: 'Names the first broken row and exits with 1 if the chain is broken.',
    run: async () => (await import('./audit-verify.ts')).run(),
  },
  {
    name: 'rebuild',
    keepsAsIs: true,
    summary: 'recomputes stored facts of projects',
    words: ['NAME'],
    options: { project: { type: 'string', value: 'CODE', text: 'only this project; default: all' } },
    help: 'NAME is public-forms, public-projects, places, money, needs or earned-values. People can work meanwhile.',
    run: async (call) => (await import('./rebuild.ts')).run(call),
  },
  {
    name: 'check-kept',
    keepsAsIs: true,
    summary: 'compares stored facts of projects with recomputed ones',
    words: [],
    options: { project: { type: 'string', value: 'CODE', text: 'only this project; default: all' } },
    help: 'Changes nothing; exits with 1 if they differ. pimis rebuild recomputes them.',
    run: async (call) => (await import('./check-kept.ts')).run(call),
  },
  {
    name: 'read-only',
    keepsAsIs: true,
    summary: 'makes the installation read-only for maintenance, or writable again',
    words: ['on|off'],
    optional: ['TEXT'],
    options: {},
    help: 'Every page shows TEXT, and jobs wait. Typed input is not lost.',
    run: async (call) => (await import('./read-only.ts')).run(call),
  },
  {
    name: 'export-settings',
    keepsAsIs: true,
    summary: 'exports settings made in the product to a file',
    words: ['FILE'],
    options: {},
    help: 'Roles with claims, heads of lists, notices and ceilings, as JSON in a stable order. Server settings are not included.',
    run: async (call) => (await import('./export-settings.ts')).run(call),
  },
  {
    name: 'import-settings',
    keepsAsIs: true,
    summary: 'imports roles, heads of lists, notices and ceilings from a file',
    words: ['FILE'],
    options: {
      check: { type: 'boolean', text: 'prints the changes without making them; exits with 1 if there are any' },
      account: { type: 'string', value: 'LOGIN', text: 'the account recorded as the author of changed ceilings' },
    },
    help: 'Imports everything or nothing. Parts missing from the file stay as they are; parts in the file are replaced as a whole.',
    run: async (call) => (await import('./import-settings.ts')).run(call),
  },
  {
    name: 'accept-secret',
    keepsAsIs: true,
    summary: 'accepts a changed TOKEN_SECRET or AUDIT_SECRET',
    words: ['SECRET'],
    options: {},
    help: 'Stop all servers first. Until then, servers and commands refuse to start with a different secret.',
    run: async (call) => (await import('./accept-secret.ts')).run(call),
  },
  {
    name: 'accept-store',
    keepsAsIs: true,
    summary: 'accepts a store without a mark of the installation',
    words: [],
    options: {},
    help: 'For a store that was not copied by pimis. First make sure that its disk is mounted.',
    run: async () => (await import('./accept-store.ts')).run(),
  },
  {
    name: 'take-over',
    keepsAsIs: true,
    summary: 'imports projects of an earlier system',
    words: ['FILE'],
    options: {},
    help: 'FILE has one JSON object per line. Imports all of them or none.',
    run: async (call) => (await import('./take-over.ts')).run(call),
  },
  {
    name: 'move-files',
    keepsAsIs: true,
    summary: 'copies all documents to another store',
    words: ['STORE'],
    options: {},
    help: 'STORE is file:///folder or s3://bucket/prefix. Removes nothing; a second run copies the rest.',
    run: async (call) => (await import('./move-files.ts')).run(call),
  },
  {
    name: 'seed',
    summary: 'adds a large data set with demo accounts, for trials',
    words: [],
    options: { projects: { type: 'string', value: 'N', text: 'the number of projects; default: 10000' } },
    help: '',
    run: async (call) => (await import('./seed.ts')).run(call),
  },
  {
    name: 'doctor',
    keepsAsIs: true,
    summary: 'checks settings and the services they name',
    words: [],
    options: {},
    help: 'Prints one line per check and exits with 1 if something is wrong. Changes nothing.',
    run: async () => (await import('./doctor.ts')).run(),
  },
  {
    name: 'support-packet',
    keepsAsIs: true,
    summary: 'writes a diagnostic file without secrets and personal data',
    words: ['FILE'],
    options: {
      log: { type: 'string', value: 'FILE', text: 'the log of the service, whose last lines are included' },
    },
    help: 'Results of the doctor, health, migrations, sizes of tables and queue. Plain text: read it before you send it.',
    run: async (call) => (await import('./support-packet.ts')).run(call),
  },
];
