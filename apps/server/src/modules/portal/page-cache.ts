/** A page as sent. It is compressed once, because compression is the slowest part of sending a cached page. */
export interface MadePage {
  html: string;
  compressed: Buffer;
  etag: string;
}

const MOST = 300;
/** Short, because names of organizations change without a new version of the public facts. */
const CACHED_MS = 60_000;

interface CachedEntry {
  version: string;
  at: number;
  page: MadePage;
}

/**
 * Pages of the last minute by URL, all of one version of the public facts; the least recently used ones are evicted
 * first.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedEntry>();

  get(address: string, version: string, now: number): MadePage | undefined {
    const cached = this.#pages.get(address);
    if (!cached) return undefined;
    this.#pages.delete(address);
    if (cached.version !== version || Math.abs(now - cached.at) >= CACHED_MS) return undefined;
    this.#pages.set(address, cached);
    return cached.page;
  }

  set(address: string, version: string, now: number, page: MadePage): void {
    this.#pages.delete(address);
    this.#pages.set(address, { version, at: now, page });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MOST && oldest !== undefined) this.#pages.delete(oldest);
  }
}
