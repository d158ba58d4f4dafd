import type { BlockList } from 'node:net';
import { type OidcProvider, OidcSettingsError, readOidcProviders } from '../platform/access/oidc-settings.ts';
import { networks } from './network.ts';
import { ConfigError, type Env, flag, integer } from './read.ts';

/** How people get an account, sign in and stay signed in. */
export interface SignInSettings {
  /** Providers of OpenID Connect by which people sign in. */
  oidcProviders: readonly OidcProvider[];
  registrationAllowed: boolean;
  usersPerOrganization: number;
  loginLockMinutes: number;
  /** Failed sign-ins in an hour after which an address is slowed. */
  loginAddressFailures: number;
  /** Networks that many people share: their addresses have the higher limit. */
  loginTrustedNetworks: BlockList;
  loginTrustedFailures: number;
  /**
   * Failed sign-ins in an hour, over all addresses that are not trusted, after which each of them gets a tenth of its
   * limit.
   */
  loginAllFailures: number;
  refreshIdleMinutes: number;
  refreshTotalHours: number;
}

function oidcProviders(env: Env): OidcProvider[] {
  const path = env.OIDC_PROVIDERS || undefined;
  try {
    return path === undefined ? [] : readOidcProviders(path);
  } catch (error) {
    if (error instanceof OidcSettingsError) throw new ConfigError('OIDC_PROVIDERS', error.message);
    throw error;
  }
}

/** Error: ConfigError. */
export function signInSettings(env: Env): SignInSettings {
  return {
    oidcProviders: oidcProviders(env),
    registrationAllowed: flag(env, 'REGISTRATION_ALLOWED', true),
    usersPerOrganization: integer(env, 'USERS_PER_ORGANIZATION', 50, 1, 100_000),
    loginLockMinutes: integer(env, 'LOGIN_LOCK_MINUTES', 15, 1, 1440),
    loginAddressFailures: integer(env, 'LOGIN_ADDRESS_FAILURES', 100, 10, 1_000_000),
    loginTrustedNetworks: networks(env, 'LOGIN_TRUSTED_NETWORKS'),
    loginTrustedFailures: integer(env, 'LOGIN_TRUSTED_FAILURES', 1_000, 10, 1_000_000),
    loginAllFailures: integer(env, 'LOGIN_ALL_FAILURES', 300, 10, 1_000_000),
    refreshIdleMinutes: integer(env, 'REFRESH_IDLE_MINUTES', 30, 1, 1440),
    refreshTotalHours: integer(env, 'REFRESH_TOTAL_HOURS', 12, 1, 168),
  };
}
