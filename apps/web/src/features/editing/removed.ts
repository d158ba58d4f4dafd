import { ApiFailure } from '../../api/client.ts';

/** What is changed or removed exists no more for this user: somebody else was first. */
export const isGone = (failure: unknown): boolean => failure instanceof ApiFailure && failure.name === 'NotFound';
