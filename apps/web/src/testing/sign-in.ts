import { enterSession } from '../api/session.ts';

const encoded = (value: unknown) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));

/** A session of a clerk, with a token as the server makes it. */
export function signIn(userId = 1): void {
  const claims = {
    user_id: userId,
    user_name: 'ana',
    user_full_name: 'Ана',
    user_organization_id: '1',
    security_claims: [],
  };
  enterSession(`.${encoded(claims)}.`);
}
