import type { Locator } from 'vitest/browser';

/** Whether a field takes no input, because what it holds is being sent. */
export const isSent = (field: Locator): boolean => field.element().closest('[inert]') !== null;
