import type { Claim } from '@pimis/domain/access/claims';
import { enterSession } from '../api/session.ts';

const encoded = (value: unknown) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));

/** Signs in a clerk, or a user with these claims or this name, with a token like those of the server. */
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
