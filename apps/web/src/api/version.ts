import { ApiFailure, NewVersionFailure } from './client.ts';
import { connectionIsWatched, connectionLost, untilBack } from './connection.ts';

/** The script of a page; its name differs in each build. */
const ENTRY = /<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/;

/** The script of this page. */
function ownEntry(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** Returns whether the server's page now has another script. False if it cannot be reached. */
export async function newVersionIsOut(own = ownEntry()): Promise<boolean> {
  if (own === null) return false;
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const served = answer.ok ? ENTRY.exec(await answer.text())?.[1] : undefined;
    return served !== undefined && served !== own;
  } catch {
    return false;
  }
}

/**
 * Loads a script that is fetched when it is needed. Errors: NewVersionFailure; ApiFailure where the server is not
 * reached.
 */
export async function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw (await newVersionIsOut()) ? new NewVersionFailure('', { cause }) : new ApiFailure(0, 'Offline');
  }
}

/**
 * Loads the script of a screen. At a failure the router reloads the page; while the server is not reached, the present
 * screen stays and says so, because the browser would show an error of its own.
 */
export async function loadScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (failure) {
    if (!(await newVersionIsOut()) && connectionIsWatched()) {
      connectionLost();
      await untilBack();
    }
    throw failure;
  }
}

/** Reports that a script of this version could not be loaded. */
export function onMissingScript(onMissing: () => void): () => void {
  window.addEventListener('vite:preloadError', onMissing);
  return () => window.removeEventListener('vite:preloadError', onMissing);
}
