import type { OidcProvider } from '../../../platform/access/oidc-settings.ts';
import { type BegunSignIn, readBegunSignIn, signBegunSignIn } from '../../../platform/access/tokens.ts';
import { tokenSecretsOf } from '../../../platform/access/token-secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { asking, clientOf, library } from './providers.ts';

export type Begun = NonNullable<Awaited<ReturnType<typeof readBegunSignIn>>>;

/** How many minutes people may spend at the provider. */
export const BEGUN_MINUTES = 10;
const MINUTE_MS = 60_000;
export const HOME = '/dashboard';
/** A placeholder for the product's own origin. */
const OWN = 'http://pimis.invalid';

/** The path if a browser would read it as one of the product; otherwise that of the first screen. */
export function ownPath(redirect: string | undefined): string {
  if (!redirect?.startsWith('/') || !URL.canParse(redirect, OWN)) return HOME;
  const { origin, pathname, search, hash } = new URL(redirect, OWN);
  return origin === OWN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : HOME;
}

/** The address to which the provider sends people back, as registered there. */
export const callbackAddress = ({ config }: Context, { id }: OidcProvider): string =>
  `${config.publicUrl}/api/login/oidc/${id}/callback`;

/**
 * Begins a sign-in: returns the address at the provider, and the token for the browser. The token contains what the
 * answer must match: nothing is stored, because anybody may begin a sign-in. Errors: ProviderUnavailable.
 */
export async function beginSignIn(
  context: Context,
  provider: OidcProvider,
  wanted: Pick<BegunSignIn, 'redirect' | 'link' | 'invitation'>,
): Promise<{ address: string; token: string }> {
  return asking(context, provider, async () => {
    const client = await clientOf(context, provider);
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
      await library();
    const begun: BegunSignIn = {
      provider: provider.id,
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      ...wanted,
    };
    const address = buildAuthorizationUrl(client, {
      redirect_uri: callbackAddress(context, provider),
      scope: provider.scope,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      ...(provider.acrSecondStep.length > 0 ? { acr_values: provider.acrSecondStep.join(' ') } : {}),
    });
    const now = context.now();
    const until = new Date(now.getTime() + BEGUN_MINUTES * MINUTE_MS);
    return { address: address.href, token: await signBegunSignIn(context.config.tokenSecret, begun, { until, now }) };
  });
}

/** The sign-in that this browser has begun with this provider and state; null if there is none or it has expired. */
export async function begunSignIn(
  context: Context,
  provider: OidcProvider,
  { token, state }: { token: string | undefined; state: string | undefined },
): Promise<Begun | null> {
  const begun =
    token === undefined ? null : await readBegunSignIn(tokenSecretsOf(context.config), token, context.now());
  return begun?.provider === provider.id && begun.state === state ? begun : null;
}
