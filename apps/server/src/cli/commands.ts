import type { Command } from './command.ts';

const QUIET = { type: 'boolean', text: 'prints no progress' } as const;
const CHOSEN = {
  backup: { type: 'string', value: 'ID', text: 'the backup; the newest without it' },
  key: { type: 'string', value: 'FILE', text: 'the private key of an encrypted backup' },
  signer: { type: 'string', value: 'DIGITS', text: 'who must have signed it; this installation without it' },
  quiet: QUIET,
} as const;

/** A restore writes what it reads, so it asks who has signed. */
const TRUSTED = {
  ...CHOSEN,
  signer: {
    type: 'string',
    value: 'DIGITS',
    text: 'who must have signed it; this installation where it has its secret',
  },
  'any-signer': { type: 'boolean', text: 'takes a backup whoever has signed it' },
} as const;

/** The subcommands of `pimis`, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'starts the product with demo data',
    words: [],
    options: {},
    help: 'DEMO=0 leaves the demo data out. A signal ends it.',
    run: async () => (await import('../run-server.ts')).runServer({ demo: true }),
  },
  {
    name: 'serve',
    summary: 'starts the product without demo data',
    words: [],
    options: { 'no-jobs': { type: 'boolean', text: 'answers calls and runs no jobs; pimis worker runs them' } },
    help: 'Brings the database to this version first. A signal ends it.',
    run: async ({ options }) =>
      (await import('../run-server.ts')).runServer({ demo: false }, { calls: true, jobs: options['no-jobs'] !== true }),
  },
  {
    name: 'worker',
    summary: 'runs jobs (mails, papers, imports, schedules) and answers no calls',
    words: [],
    options: {},
    help: 'Beside servers with --no-jobs, as many as are wanted. Brings the database to this version first.',
    run: async () => (await import('../run-server.ts')).runServer({ demo: false }, { calls: false, jobs: true }),
  },
  {
    name: 'migrate',
    summary: 'brings the database to this version',
    words: [],
    options: {
      check: {
        type: 'boolean',
        text: 'only prints what would run, and whether servers may go on; 1 when something would',
      },
    },
    help: 'All of it is one transaction: a failure leaves the former state.',
    run: async (call) => (await import('./migrate.ts')).run(call),
  },
  {
    name: 'backup',
    keepsAsIs: true,
    summary: 'makes a backup of everything while people work',
    words: ['PLACE'],
    options: {
      keep: {
        type: 'string',
        value: '14d,8w,12m',
        text: 'removes older backups: keeps the newest of so many days, weeks, months',
      },
      'public-key': { type: 'string', value: 'AGE1', text: 'encrypts it; BACKUP_PUBLIC_KEY without it' },
      quiet: QUIET,
    },
    help: 'The place is a folder or s3://bucket/prefix. Only files that an earlier backup there does not have are copied.',
    run: async (call) => (await import('./backup.ts')).run(call),
  },
  {
    name: 'backup-key',
    keepsAsIs: true,
    summary: 'makes a pair of keys for encrypted backups',
    words: ['FILE'],
    options: {},
    help: 'The private key goes into the file, the public key is printed.',
    run: async (call) => (await import('./backup-key.ts')).run(call),
  },
  {
    name: 'verify',
    keepsAsIs: true,
    summary: 'reads a backup and reports whether it is whole',
    words: ['PLACE'],
    options: CHOSEN,
    help: 'The newest backup of the place, or the one that is named.',
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
        text: 'goes on without documents that the place has damaged, and lists them',
      },
    },
    help: 'Verifies it first, and asks for --signer or --any-signer. Refused where the database, the store or DATA_DIR has anything.',
    run: async (call) => (await import('./restore.ts')).run(call),
  },
  {
    name: 'try-restore',
    keepsAsIs: true,
    summary: 'restores a backup into a database that is thrown away',
    words: ['PLACE'],
    options: {
      ...TRUSTED,
      folder: { type: 'string', value: 'FOLDER', text: 'where there is room for it; DATA_DIR/backup-trial without it' },
    },
    help: 'Reports whether it can be restored and its audit log is whole. The installation is not touched.',
    run: async (call) => (await import('./try-restore.ts')).run(call),
  },
  {
    name: 'first-admin',
    summary: "opens the first administrator's account",
    words: ['LOGIN', 'NAME', 'EMAIL'],
    options: {},
    help: 'The link to set the password comes by mail. Refused where an administrator can sign in.',
    run: async (call) => (await import('./first-admin.ts')).run(call),
  },
  {
    name: 'unlock',
    keepsAsIs: true,
    summary: 'opens an account that nobody else can open',
    words: ['LOGIN'],
    options: {},
    help: 'Lifts locks, the second step and a revoked access. Every administrator is notified by mail.',
    run: async (call) => (await import('./unlock.ts')).run(call),
  },
  {
    name: 'audit-verify',
    keepsAsIs: true,
    summary: 'walks the chain of the audit log',
    words: [],
    options: {},
    help: 'Ends with 1 and names the first broken row.',
    run: async () => (await import('./audit-verify.ts')).run(),
  },
  {
    name: 'rebuild',
    summary: 'computes kept facts of projects again',
    words: ['NAME'],
    options: { project: { type: 'string', value: 'CODE', text: 'only this project; all of them without it' } },
    help: 'The name is public-forms, public-projects, places, money, needs or earned-values. People may work meanwhile.',
    run: async (call) => (await import('./rebuild.ts')).run(call),
  },
  {
    name: 'accept-secret',
    keepsAsIs: true,
    summary: 'takes a changed TOKEN_SECRET or AUDIT_SECRET for that of the installation',
    words: ['SECRET'],
    options: {},
    help: 'Stop all servers before. Starts and commands refuse a secret that is another one.',
    run: async (call) => (await import('./accept-secret.ts')).run(call),
  },
  {
    name: 'accept-store',
    keepsAsIs: true,
    summary: 'takes a store without a mark for that of the installation',
    words: [],
    options: {},
    help: 'For a store that was copied by other means than pimis. Look before whether its disk is mounted.',
    run: async () => (await import('./accept-store.ts')).run(),
  },
  {
    name: 'take-over',
    summary: 'takes over projects of an earlier system',
    words: ['FILE'],
    options: {},
    help: 'The file has one JSON object a line; all of them are taken over, or none.',
    run: async (call) => (await import('./take-over.ts')).run(call),
  },
  {
    name: 'move-files',
    keepsAsIs: true,
    summary: 'copies all documents to another store',
    words: ['STORE'],
    options: {},
    help: 'The store is file:///folder or s3://bucket/prefix. Nothing is removed; a second run copies the rest.',
    run: async (call) => (await import('./move-files.ts')).run(call),
  },
  {
    name: 'seed',
    summary: 'adds a large data set with demo accounts, for trials',
    words: [],
    options: { projects: { type: 'string', value: 'N', text: 'how many projects; 10000 without it' } },
    help: '',
    run: async (call) => (await import('./seed.ts')).run(call),
  },
  {
    name: 'doctor',
    keepsAsIs: true,
    summary: 'checks settings and everything outside that they name',
    words: [],
    options: {},
    help: 'Prints a line for each check and ends with 1 when something is wrong. Changes nothing.',
    run: async () => (await import('./doctor.ts')).run(),
  },
];
