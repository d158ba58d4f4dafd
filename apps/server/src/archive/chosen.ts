import { recipientOf } from '../backup/encryption.ts';
import { readSecrets, type Secrets } from '../backup/secrets.ts';
import { signerOf } from '../backup/signature.ts';
import type { Expectations } from '../backup/verify.ts';
import { refuseUnknownMigrations } from '../platform/database/migrate.ts';
import { POSTGRES_MAJOR } from '../platform/database/postgres-binaries.ts';
import { Refused } from '../platform/process/refused.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { type BaseManifest, THIS_MACHINE } from './base-manifest.ts';
import { type Aim, basesFor, BaseUnfinished, planFrom } from './plan.ts';
import type { Source } from './recover.ts';
import { textOfBase } from './restored-heads.ts';
import { continuationOf, surveyArchive } from './survey.ts';

/** Error: Refused for a base that this key, version or machine cannot use. */
async function requireUsable(base: BaseManifest, identity: string | null): Promise<void> {
  if (base.encryptedFor !== null && identity === null) {
    throw new Refused('The archive is encrypted: name the file of its key with --key.');
  }
  if (identity !== null && base.encryptedFor === null)
    throw new Refused('The archive is not encrypted: name no key for it.');
  if (identity !== null && base.encryptedFor !== (await recipientOf(identity))) {
    throw new Refused(`The archive is encrypted for another key: ${base.encryptedFor}.`);
  }
  if (base.postgres !== POSTGRES_MAJOR || base.machine !== THIS_MACHINE) {
    throw new Refused(
      `The base ${base.id} is of PostgreSQL ${base.postgres} on ${base.machine}, and this is ${POSTGRES_MAJOR} on ${THIS_MACHINE}: restore a backup, without --to.`,
    );
  }
  refuseUnknownMigrations(new Map(base.migrations.map(({ name, hash }) => [name, hash])));
}

/**
 * The base and the segments for a moment, of which nothing has been read yet. The machine may have been lost before the
 * last segment of the newest base was sent: then an earlier base is taken. Error: Refused for an archive that this
 * signer, key, version or machine cannot use.
 */
export async function chosenFor(place: FileStore, to: Aim, expected: Expectations, named?: string): Promise<Source> {
  const { signers, identity } = expected;
  const survey = await surveyArchive(place, signers);
  let unfinished: BaseUnfinished | undefined;
  for (const chosen of basesFor(survey, to, named)) {
    await requireUsable(chosen.base, identity);
    const continuation = await continuationOf(place, survey, chosen.base, to, { signers, identity });
    try {
      return { place, survey, plan: planFrom(survey, chosen, continuation), identity, signers };
    } catch (error) {
      if (!(error instanceof BaseUnfinished)) throw error;
      unfinished ??= error;
    }
  }
  throw unfinished ?? new Refused('There is no complete base of the archive in this place.');
}

/**
 * The secrets of the installation, and the password of its database. Error: Refused where they are not those of the
 * signer.
 */
export async function keysOf(source: Source): Promise<{ secrets: Secrets; password: string }> {
  const { base, signer } = source.plan;
  const read = JSON.parse(await textOfBase(source, base, 'keys')) as {
    secrets: string;
    password: string;
  };
  const secrets = readSecrets(read.secrets);
  if (signerOf(new TextEncoder().encode(secrets.auditSecret)) !== signer) {
    throw new Refused('keys: they are not those of the signer');
  }
  return { secrets, password: read.password };
}
