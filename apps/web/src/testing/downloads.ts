import { onTestFinished, vi } from 'vitest';

/**
 * Answers every call of a test without a page with a file. Returns the calls, the links that the browser was to open,
 * and the names under which files were saved.
 */
export function answerDownloads() {
  const addresses: string[] = [];
  const links: string[] = [];
  const names: string[] = [];
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    addresses.push(address);
    const success = { payload: null, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] };
    return request.method === 'GET' ? new Response('x') : Response.json(success);
  });
  vi.stubGlobal('document', {
    createElement: () => ({
      href: '',
      download: '',
      click() {
        links.push(this.href);
        names.push(this.download);
      },
    }),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { addresses, links, names };
}
