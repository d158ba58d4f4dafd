import { acceptStore } from '../platform/storage/store-mark.ts';
import { openInstallation } from './command-context.ts';

/** `pimis accept-store`: takes the store of STORAGE_URL, which has no mark, for that of the installation. */
export async function run(): Promise<void> {
  const { context, close } = await openInstallation({ anyStore: true });
  try {
    await context.files.check();
    await acceptStore(context.db, context.files);
    process.stdout.write('The store is that of this installation from now on.\n');
  } finally {
    await close();
  }
}
