import {
  completed,
  countsAsSecondStep,
  nameAtProvider,
  neededClaims,
  type ProviderClaims,
} from '@pimis/domain/access/provider-claims';
import type { OidcProvider } from '../../../platform/access/oidc-settings.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Context } from '../../../platform/context.ts';
import { loadCurrentUser } from '../../../platform/access/current-user.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findForSignInById, lockAccount } from '../queries.ts';
import { auditRefusal } from '../sign-in/refused-sign-ins.ts';
import { mailAccessChange } from '../sign-in/access-mails.ts';
import { afterFirstStep, openFor, type SignedIn, type SignInFrom, tokensOf } from '../sign-in/sign-in.ts';
import { useChallenge } from '../sign-in/sign-in-challenge.ts';
import { providerKey } from '../sign-in/provider-session.ts';
import { accountOf, activateInvited, linkAccount } from './accounts.ts';
import { findLinked, type ProviderAccount } from './link-queries.ts';
import { asking, clientOf, library } from './providers.ts';
import { type Begun, callbackAddress } from './start.ts';

/** The answer of a provider, as the browser brings it. */
type Query = Readonly<Record<string, string>>;

/** A person whom a provider has signed in. */
interface Proven {
  provider: OidcProvider;
  account: ProviderAccount;
  claims: ProviderClaims;
  sid: string | null;
}

/**
 * Exchanges the code for the person's claims. Everything from the browser is checked before the provider is asked.
 * Errors: ProviderUnavailable, ProviderSignInFailed.
 */
async function exchange(context: Context, provider: OidcProvider, begun: Begun, query: Query): Promise<Proven> {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const { client, claims, accessToken } = await asking(context, provider, async () => {
    if (query.code === undefined && query.error === undefined) throw new Error('The answer has no code');
    const asked = await clientOf(context, provider);
    const address = new URL(callbackAddress(context, provider));
    address.search = new URLSearchParams(query).toString();
    const tokens = await authorizationCodeGrant(asked, address, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    });
    const found = tokens.claims();
    if (!found || nameAtProvider(found.sub) === null) throw new Error('The provider names nobody');
    return { client: asked, claims: found, accessToken: tokens.access_token };
  });
  const account = { issuer: provider.issuer, subject: claims.sub };
  const sid = nameAtProvider(claims.sid);
  // Many providers put names and addresses only in their answer about the person.
  const isWhole = neededClaims(provider).every((claim) => Object.hasOwn(claims, claim));
  const asksNothing = isWhole || client.serverMetadata().userinfo_endpoint === undefined;
  if (asksNothing || (await findLinked(context.db, account))) return { provider, account, claims, sid };
  const answer = await asking(context, provider, () => fetchUserInfo(client, accessToken, claims.sub));
  return { provider, account, claims: completed(claims, answer), sid };
}

/**
 * Uses up the begun sign-in, so that the same answer is refused a second time, even if the provider would accept it.
 */
async function useUp(tx: Tx, begun: Begun): Promise<void> {
  if (!(await useChallenge(tx, `oidc ${begun.state}`, begun.until))) throw new ApiError('ProviderSignInOver');
}

/**
 * Finishes a sign-in with the answer of a provider: opens a session, or links an account if a signed-in user has begun
 * that, without opening a session. Errors: those of a sign-in; SecondFactorRequired with its token.
 */
export async function finishSignIn(
  context: Context,
  provider: OidcProvider,
  { begun, query }: { begun: Begun; query: Query },
  from: SignInFrom,
): Promise<SignedIn | null> {
  const tried = { origin: from.origin, login: '', by: 'oidc' as const };
  return auditRefusal(context, tried, async () => {
    const proven = await exchange(context, provider, begun, query);
    const { link } = begun;
    if (link) {
      await finishLink(context, { begun, link, proven }, from);
      return null;
    }
    const user = await context.db.transaction().execute(async (tx) => {
      await useUp(tx, begun);
      const { invitation } = begun;
      return invitation === undefined
        ? accountOf(context, tx, proven, from.origin)
        : activateInvited(context, tx, { ...proven, invitation }, from.origin);
    });
    // From here on the audit row of a refusal names the account.
    tried.login = user.login;
    return signInLinked(context, user.id, proven, from);
  });
}

async function signInLinked(context: Context, userId: number, proven: Proven, from: SignInFrom): Promise<SignedIn> {
  const { provider, account, claims, sid } = proven;
  const at = { ...from, provider: { id: provider.id, issuer: provider.issuer, sid } };
  if (!countsAsSecondStep(provider.acrSecondStep, claims)) {
    const user = await findForSignInById(context.db, userId);
    return afterFirstStep(context, user, { key: providerKey(at.provider), by: 'oidc', hold: requireLink }, at);
  }
  const opened = await context.db.transaction().execute(async (tx) => {
    await requireLink(tx);
    return openFor(context, tx, userId, 'oidc', at);
  });
  return tokensOf(context, userId, opened);

  /** The link may have been removed since it was read. */
  async function requireLink(tx: Tx): Promise<void> {
    if ((await findLinked(tx, account))?.id !== userId) throw new ApiError('ProviderAccountUnknown');
  }
}

/** Links the account with the signed-in user who began this, if their session is still open. */
async function finishLink(
  context: Context,
  { begun, link, proven }: { begun: Begun; link: NonNullable<Begun['link']>; proven: Proven },
  { origin }: SignInFrom,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const user = await lockAccount(tx, link.userId);
    if (!(await loadCurrentUser(tx, link.userId, link.sessionId))) throw new ApiError('Unauthorized');
    await useUp(tx, begun);
    const linked = { ...proven, user: { id: link.userId, login: user.login } };
    if (!(await linkAccount(context, tx, linked, origin))) return;
    const change = { kind: 'linked', provider: proven.provider.label } as const;
    await mailAccessChange(tx, link.userId, change, context.now());
  });
}
