/** The script that a page begins with; its name is another one in each build. */
const ENTRY = /<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/;

/** The script that this page has begun with. */
function ownEntry(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** Does the page that is served now begin with another script than this one? Who cannot be asked has nothing new. */
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

/** Tells when a script of this version could not be fetched. */
export function onMissingScript(told: () => void): () => void {
  window.addEventListener('vite:preloadError', told);
  return () => window.removeEventListener('vite:preloadError', told);
}
