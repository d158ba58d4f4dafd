import type { Claim } from '@pimis/domain/access/claims';
import { enterSession } from '../api/session.ts';

const encoded = (value: unknown) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));

/** A session of a clerk, or of who has these claims or this name, with a token as the server makes it. */
export function signIn(userId = 1, claims: readonly Claim[] = [], name = 'Ана'): void {
  const token = {
    user_id: userId,
    user_name: 'ana',
    user_full_name: name,
    user_organization_id: '1',
    security_claims: claims,
  };
  enterSession(`.${encoded(token)}.`);
}
