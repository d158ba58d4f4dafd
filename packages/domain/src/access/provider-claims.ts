import { emailProblem } from '../text/email.ts';
import { isOneLine } from '../text/one-line.ts';
import { trimmed } from '../text/blank.ts';
import { loginStem } from '../text/login.ts';

/*
 * The claims of a sign-in provider about a person (docs/decisions/0305-openid-connect.md). The provider has signed all
 * of them, but only a few are known to be verified.
 */

/** Claims that people choose themselves (OpenID Connect Core, 5.1), so none of them identifies a person. */
export const SELF_CHOSEN_CLAIMS: readonly string[] = [
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'address',
  'phone_number',
];

export type ProviderClaims = Readonly<Record<string, unknown>>;

/** The body and the role that a new account gets. */
export interface AccountPlace {
  organization: string;
  role: string;
}

/** Values of a claim, in order: the first that the person has decides. */
export interface AccountRule {
  claim: string;
  map: Readonly<Record<string, AccountPlace>>;
}

const NAME_LENGTH = 200;
const LOGIN_LENGTH = 100;

/** Only own properties: a claim named `constructor` must not find the one that every object inherits. */
function claimOf(claims: ProviderClaims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

/**
 * The claims of the signed token, completed from the provider's unsigned answer about the person. An address and its
 * verification come from the same source. Only the token states how the person has signed in.
 */
export function completed(token: ProviderClaims, answer: ProviderClaims): ProviderClaims {
  const ofToken = Object.hasOwn(token, 'email_verified') || !Object.hasOwn(answer, 'email');
  const { email, email_verified } = ofToken ? token : answer;
  return { ...answer, ...token, email, email_verified, acr: token.acr, amr: token.amr };
}

/** The claims needed to find or create the account of a person who is not linked to one yet. */
export function neededClaims({ personClaim, createBy }: { personClaim?: string; createBy?: AccountRule | undefined }) {
  const byEmail = personClaim === 'email' || createBy !== undefined;
  return [
    ...(personClaim === undefined ? [] : [personClaim]),
    ...(createBy ? [createBy.claim, 'name'] : []),
    ...(byEmail ? ['email', 'email_verified'] : []),
  ];
}

/** The address that the provider has verified; null without one. */
export function verifiedEmail(claims: ProviderClaims): string | null {
  const email = claimOf(claims, 'email');
  if (typeof email !== 'string' || claimOf(claims, 'email_verified') !== true) return null;
  return emailProblem(email) === null ? email : null;
}

/**
 * The account that the claims name: by its e-mail or by its directory login. Null if the claim is missing, is not
 * verified, or is one that people choose.
 */
export function namedAccount(
  personClaim: string | undefined,
  claims: ProviderClaims,
): { by: 'email' | 'loginAd'; value: string } | null {
  if (personClaim === undefined || SELF_CHOSEN_CLAIMS.includes(personClaim)) return null;
  if (personClaim === 'email') {
    const email = verifiedEmail(claims);
    return email === null ? null : { by: 'email', value: email };
  }
  const value = claimOf(claims, personClaim);
  if (typeof value !== 'string' || value.trim() === '' || value.length > LOGIN_LENGTH) return null;
  return { by: 'loginAd', value: value.trim() };
}

/** The body and role for a new account; null if none of the person's values is in the map. */
export function placeOf(rule: AccountRule | undefined, claims: ProviderClaims): AccountPlace | null {
  if (rule === undefined) return null;
  const held = [claimOf(claims, rule.claim)].flat();
  const found = Object.keys(rule.map).find((value) => held.includes(value));
  return found === undefined ? null : (rule.map[found] ?? null);
}

/** Name and e-mail of a new account; null without a verified address or a name from which a login can be made. */
export function newPerson(claims: ProviderClaims): { name: string; email: string } | null {
  const email = verifiedEmail(claims);
  const given = claimOf(claims, 'name');
  return email === null || typeof given !== 'string' ? null : usablePerson(given, email);
}

/** The person of a new account; null if the name does not fit, or no login can be made from it. */
export function usablePerson(given: string, email: string): { name: string; email: string } | null {
  const name = trimmed(given);
  const usable = name !== '' && name.length <= NAME_LENGTH && isOneLine(name) && loginStem(name) !== null;
  return usable ? { name, email } : null;
}

const LONGEST_NAME = 255;

/**
 * The identifier of a person or a session at a provider; null for anything else, and for text that the database cannot
 * store unchanged.
 */
export function nameAtProvider(value: unknown): string | null {
  const isName = typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;
  return isName && !value.includes('\0') && value.isWellFormed() ? value : null;
}

/** Whether the provider's sign-in counts as two steps: its `acr`, or one of its `amr`, is among the values. */
export function countsAsSecondStep(values: readonly string[], claims: ProviderClaims): boolean {
  return [claimOf(claims, 'acr'), claimOf(claims, 'amr')]
    .flat()
    .some((value) => typeof value === 'string' && values.includes(value));
}
