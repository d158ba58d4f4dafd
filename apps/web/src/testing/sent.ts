import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Whether a field takes no input, because what it holds is being sent. */
export const isSent = (field: Locator): boolean => field.element().closest('[inert]') !== null;

/** Answers reads with the result of `read` for their path; other calls wait for their response. */
export function sending(read: (path: string) => unknown, additionalInformation: object = {}) {
  const sent: string[] = [];
  const answer = Promise.withResolvers<unknown>();
  vi.spyOn(window, 'fetch').mockImplementation(async (url, request) => {
    const path = typeof url === 'string' ? (url.split('?')[0] ?? '') : '';
    const isRead = request?.method === 'GET';
    if (!isRead) sent.push(path);
    const payload = isRead ? read(path) : await answer.promise;
    return Response.json({ payload, additionalInformation, status: { code: 0, name: 'Success' }, errors: [] });
  });
  return { sent, answer: answer.resolve };
}
