import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { CallBody } from '@pimis/contract/calls';
import { ApiFailure, call } from '../../../api/client.ts';
import { enterSession } from '../../../api/session.ts';

/** The device has said no, or nobody has answered it: the same to people as a key that is not accepted. */
async function asked<Answer>(device: Promise<Answer>): Promise<Answer> {
  try {
    return await device;
  } catch (failure) {
    throw new ApiFailure(401, 'InvalidPasskey', [String(failure)]);
  }
}

/** Signs in with a key of this device. Throws ApiFailure. */
export async function signInByPasskey(): Promise<void> {
  const { payload: options } = await call('POST /login/passkey/options');
  // The server makes them by the standard.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await asked(startAuthentication({ optionsJSON }));
  const { payload } = await call('POST /login/passkey', { body: { credential } });
  enterSession(payload.accessToken);
}

/** Makes a key on this device, for who proves himself anew. Throws ApiFailure. */
export async function addPasskey(
  login: string,
  name: string,
  proof: CallBody<'POST /security/users/:login/passkeys/options'>,
): Promise<void> {
  const params = { login };
  const { payload: options } = await call('POST /security/users/:login/passkeys/options', { params, body: proof });
  // The server makes them by the standard.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await asked(startRegistration({ optionsJSON }));
  await call('POST /security/users/:login/passkeys', { params, body: { name, credential } });
}
