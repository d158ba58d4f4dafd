import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { CallBody } from '@pimis/contract/calls';
import { ApiFailure, call } from '../../../api/client.ts';
import { enterSession } from '../../../api/session.ts';

/** Error names of browsers and their names in the catalogue; the browsers' messages are English. */
const REASONS: Partial<Record<string, [status: number, name: string]>> = {
  ERROR_INVALID_DOMAIN: [409, 'PasskeyAddress'],
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: [409, 'PasskeyKnown'],
};

/** The device refused, or nobody answered: to users the same as a refused passkey. */
async function fromDevice<Answer>(device: Promise<Answer>): Promise<Answer> {
  try {
    return await device;
  } catch (failure) {
    const reason = failure instanceof WebAuthnError ? REASONS[failure.code] : undefined;
    throw new ApiFailure(...(reason ?? ([401, 'InvalidPasskey'] as const)));
  }
}

/** Signs in with a key of this device. Throws ApiFailure. */
export async function signInByPasskey(): Promise<void> {
  const { payload: options } = await call('POST /login/passkey/options');
  // The server makes them by the standard.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await fromDevice(startAuthentication({ optionsJSON }));
  const { payload } = await call('POST /login/passkey', { body: { credential } });
  enterSession(payload.accessToken);
}

/** Makes a passkey on this device, with a proof of identity. Throws ApiFailure. */
export async function addPasskey(
  login: string,
  name: string,
  proof: CallBody<'POST /security/users/:login/passkeys/options'>,
): Promise<void> {
  const params = { login };
  const { payload: options } = await call('POST /security/users/:login/passkeys/options', { params, body: proof });
  // The server makes them by the standard.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await fromDevice(startRegistration({ optionsJSON }));
  await call('POST /security/users/:login/passkeys', { params, body: { name, credential } });
}
