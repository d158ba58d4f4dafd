import { ApiFailure } from '../../api/client.ts';

/** Whether the changed or removed thing no longer exists for this user, because somebody else was first. */
export const isGone = (failure: unknown): boolean => failure instanceof ApiFailure && failure.name === 'NotFound';
