import { ADMINISTRATION_ORGANIZATION } from '../constants.ts';
import { addDays } from '../dates/dates.ts';
import type { Claim } from './claims.ts';
import { claimRefusal } from './giving-rights.ts';
import { can, type Permission, PROJECT_SIGHT, type PolicyUser } from './policies.ts';

/*
 * Clients are other systems that call the interface with rights of their own (docs/decisions/0300-clients.md). The
 * scopes of OAuth are the claims of the product. Both lists say what a client may do, so that a new claim or permission
 * is closed to clients until somebody opens it.
 */

/** Claims that a client may have: none that decides, marks, verifies or changes people, rights or settings. */
export const CLIENT_CLAIMS: readonly Claim[] = [
  'Project_View',
  'Portfolio_View',
  'Project_Manage',
  'Form_Manage',
  'DMS_Manage',
  'Form_ImportantManage',
  'Project_ListView',
  'Organization_View',
  'Registry_Manage',
];

/** Permissions whose calls a client may make, if its claims give them. */
export const CLIENT_PERMISSIONS: readonly Permission[] = [
  'organization.view',
  'registry.read',
  'registry.write',
  'project.view',
  'portfolio.view',
  'project.create',
  'project.setImportant',
  'project.settings',
  'project.organizations',
  'project.appropriations',
  'project.actions',
  'form.save',
  'form.saveOlder',
  'list.view',
  'document.view',
  'document.upload',
  'export.project',
  'export.table',
  'operation.read',
];

/** Secrets and public keys of a client at a time: two, so that a new one takes over while the old one still works. */
export const CLIENT_SECRETS = 2;
/** The longest time until a client expires, in days. */
export const CLIENT_DAYS = 731;
/** A mail announces the expiry this many days before. */
export const CLIENT_EXPIRY_NOTICE_DAYS = 14;
/** Clients of one organization that are not revoked. */
export const CLIENTS_PER_ORGANIZATION = 50;
export const CLIENT_NAME_LENGTH = 80;
export const CLIENT_ADDRESSES = 50;

/** A client as these rules see it. */
export interface ClientRights {
  organizationId: string;
  claims: readonly Claim[];
}

/** Whether a client may make calls that need one of the permissions. Its claims are checked separately. */
export const opensToClients = (permission: Permission): boolean => CLIENT_PERMISSIONS.includes(permission);

/** In these organizations, people with Project_View see the projects of every body. */
export const seesAllBodies = (organizationId: string): boolean =>
  PROJECT_SIGHT.central.some((id) => id === organizationId);

export type ClientClaimRefusal = 'ClaimNotForClients' | 'AdminOnlyClaim' | 'ClaimNotHeld';

/** The error (a name of the catalogue) if the maker may not give the claim to a client, otherwise null. */
export function clientClaimRefusal(maker: PolicyUser, claim: Claim): ClientClaimRefusal | null {
  return CLIENT_CLAIMS.includes(claim) ? claimRefusal(maker, claim) : 'ClaimNotForClients';
}

/**
 * The error (a name of the catalogue) if the maker may not have a client in the organization, otherwise null. A client
 * that sees the projects of every body is made by an administrator of the administration organization.
 */
export function clientPlaceRefusal(
  maker: PolicyUser,
  organizationId: string,
): 'InvalidUserPermission' | 'ClientOfAllBodies' | null {
  if (!can(maker, 'client.administrate', { organizationId })) return 'InvalidUserPermission';
  const administers = maker.claims.has('Admin') && maker.organizationId === ADMINISTRATION_ORGANIZATION;
  return seesAllBodies(organizationId) && !administers ? 'ClientOfAllBodies' : null;
}

/**
 * The error if the caller may not change the client or give it a secret, otherwise null: a secret gives its holder the
 * claims of the client. Everybody who administers the client may revoke it.
 */
export function clientChangeRefusal(
  caller: PolicyUser,
  { organizationId, claims }: ClientRights,
): 'InvalidUserPermission' | 'ClientOfAllBodies' | null {
  const refusal = clientPlaceRefusal(caller, organizationId);
  if (refusal !== null) return refusal;
  return claims.every((claim) => clientClaimRefusal(caller, claim) === null) ? null : 'InvalidUserPermission';
}

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * The claims that a request for a token gets (RFC 6749, 3.3): all claims of the client without a scope, otherwise those
 * that the scope names. Null for a scope that the client does not have, or that is no scope.
 */
export function grantedClaims(scope: string | undefined, claims: readonly Claim[]): readonly Claim[] | null {
  if (scope === undefined) return claims;
  const asked = scope.split(' ');
  if (asked.some((name) => !SCOPE.test(name) || !claims.some((claim) => claim === name))) return null;
  return claims.filter((claim) => asked.includes(claim));
}

/** The claims of a token today: those it was given and the client still has. */
export function presentClaims(token: readonly string[], claims: readonly Claim[]): readonly Claim[] {
  return claims.filter((claim) => token.includes(claim) && CLIENT_CLAIMS.includes(claim));
}

export type ClientState = 'active' | 'expiring' | 'expired' | 'revoked';

/** The state of a client on a day (YYYY-MM-DD); it works up to and including the day of its expiry. */
export function clientState({ expiresOn, revoked }: { expiresOn: string; revoked: boolean }, day: string): ClientState {
  if (revoked) return 'revoked';
  if (expiresOn < day) return 'expired';
  return expiresOn <= addDays(day, CLIENT_EXPIRY_NOTICE_DAYS) ? 'expiring' : 'active';
}
