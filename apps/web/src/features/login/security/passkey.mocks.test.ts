import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../api/client.ts';
import { enterSession } from '../../../api/session.ts';
import { addPasskey, signInByPasskey } from './passkey.ts';

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
  WebAuthnError: class extends Error {
    code = '';
  },
}));
vi.mock('../../../api/client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('../../../api/session.ts', () => ({ enterSession: vi.fn() }));

const OPTIONS = { challenge: 'abc' };

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(call).mockImplementation((async (name: string) => ({
    payload: name.endsWith('/options') ? OPTIONS : { accessToken: 'token' },
  })) as never);
});

describe('a passkey', () => {
  it('signs in with what the server asks of the device', async () => {
    vi.mocked(startAuthentication).mockResolvedValue({ id: 'key' } as never);
    await signInByPasskey();
    expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: OPTIONS });
    expect(vi.mocked(call).mock.calls).toEqual([
      ['POST /login/passkey/options'],
      ['POST /login/passkey', { body: { credential: { id: 'key' } } }],
    ]);
    expect(enterSession).toHaveBeenCalledWith('token');
  });

  it('is made under its name, with a proof of who makes it', async () => {
    vi.mocked(startRegistration).mockResolvedValue({ id: 'key' } as never);
    await addPasskey('ana', 'Телефон', { password: 'lozinka' });
    expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: OPTIONS });
    const params = { login: 'ana' };
    expect(vi.mocked(call).mock.calls).toEqual([
      ['POST /security/users/:login/passkeys/options', { params, body: { password: 'lozinka' } }],
      ['POST /security/users/:login/passkeys', { params, body: { name: 'Телефон', credential: { id: 'key' } } }],
    ]);
  });

  it.each([
    ['ERROR_INVALID_DOMAIN', 409, 'PasskeyAddress'],
    ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 409, 'PasskeyKnown'],
    ['ERROR_CEREMONY_ABORTED', 401, 'InvalidPasskey'],
    [null, 401, 'InvalidPasskey'],
  ])('that the device refuses with %s is an answer of the catalogue', async (code, httpStatus, name) => {
    const failure = code === null ? new Error('x') : Object.assign(new WebAuthnError({} as never), { code });
    vi.mocked(startRegistration).mockRejectedValue(failure);
    await expect(addPasskey('ana', 'Телефон', {} as never)).rejects.toMatchObject({ httpStatus, name });
    vi.mocked(startAuthentication).mockRejectedValue(failure);
    await expect(signInByPasskey()).rejects.toMatchObject({ httpStatus, name });
    expect(enterSession).not.toHaveBeenCalled();
  });
});
