import { readFile } from 'node:fs/promises';
import { identityIn } from '../backup/encryption.ts';
import { openPlace } from '../backup/place.ts';
import { progressTo, SILENT } from '../backup/progress.ts';
import { signersOf } from '../backup/signature.ts';
import { chooseBackup, type Expectations, type Verified, verifyBackup } from '../backup/verify.ts';
import { existingAuditSecrets } from '../settings/secrets.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import type { Call } from './command.ts';
import { Misused } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

const SIGNER = /^[0-9a-f]{64}$/;

/** The signers of this installation; null where there is none. */
function ownSigners(): string[] | null {
  const own = existingAuditSecrets(process.env);
  return own === null ? null : signersOf(own);
}

/** The caller's expectations of the backup: its key and its signer. Errors: Misused, Refused. */
async function expectationsOf({ options }: Call): Promise<Expectations> {
  const signer = options.signer === undefined ? undefined : String(options.signer);
  if (signer !== undefined && !SIGNER.test(signer))
    throw new Misused('--signer takes the 64 digits that a backup has printed.');
  const file = options.key === undefined ? null : await readFile(String(options.key), 'utf8');
  return {
    identity: file === null ? null : identityIn(file),
    signers: signer === undefined ? ownSigners() : [signer],
    withoutDamaged: options['without-damaged'] === true,
  };
}

/** Verifies the backup that a call names, or the newest of its place. */
export async function verifyCalled(
  call: Call,
  anySigner = false,
): Promise<Verified & { place: FileStore; identity: string | null; signerKnown: boolean }> {
  const expected = { ...(await expectationsOf(call)), ...(anySigner ? { signers: null } : {}) };
  const place = await openPlace(call.words[0] ?? '');
  const chosen = call.options.backup === undefined ? undefined : String(call.options.backup);
  const progress = call.options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
  const verified = await verifyBackup(place, await chooseBackup(place, chosen), expected, progress);
  return { ...verified, place, identity: expected.identity, signerKnown: expected.signers !== null };
}

/**
 * The expectations of commands that write the data that they read: the operator must name the expected signer. Error:
 * Misused.
 */
export async function trustedExpectations(call: Call): Promise<Expectations> {
  const anySigner = call.options['any-signer'] === true;
  if (anySigner && call.options.signer !== undefined) throw new Misused('Name --signer or --any-signer, not both.');
  const expected = await expectationsOf(call);
  if (expected.signers === null && !anySigner) {
    throw new Misused(
      'Name who must have signed the backup: --signer with the 64 digits that it printed, or --any-signer.',
    );
  }
  return anySigner ? { ...expected, signers: null } : expected;
}

/** Prints whose backup is taken, and why. */
export function printSigner(id: string, signer: string, { signers }: Expectations): void {
  const why = signers === null ? 'any signer was taken (--any-signer)' : 'as was asked for';
  process.stdout.write(`The backup ${id} was signed by ${signer}: ${why}\n`);
}

/**
 * Verifies the backup for such a command. The signer is printed before anything is written. Errors: as of verifyCalled;
 * Misused.
 */
export async function verifyTrusted(call: Call): Promise<Awaited<ReturnType<typeof verifyCalled>>> {
  const expected = await trustedExpectations(call);
  const chosen = await verifyCalled(call, expected.signers === null);
  printSigner(chosen.manifest.id, chosen.signer, expected);
  return chosen;
}

/** `pimis verify PLACE`: reads a backup and compares everything with its manifest. */
export async function run(call: Call): Promise<void> {
  const { manifest, signer, contentsRead, signerKnown } = await verifyCalled(call);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    `The backup ${manifest.id} is good: ${counted(rows, 'row')}, ${counted(manifest.files.count, 'file')}, the point ${manifest.at}`,
    `Signed by ${signer}${signerKnown ? '' : '; nobody has said who should have signed it'}`,
    ...(contentsRead ? [] : ['It is encrypted, and was compared without being opened: --key opens it']),
    ...(manifest.files.missing > 0
      ? [`${counted(manifest.files.missing, 'file was', 'files were')} missing when it was made`]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
