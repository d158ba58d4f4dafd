import { expect, it } from 'vitest';
import { keysOf, makeSecret, signedHeaders } from './signing.ts';

const SECRET = new TextEncoder().encode('a secret of tokens with enough letters');
const OTHER = new TextEncoder().encode('another secret of tokens, later on');

it('the signature equals the example of the standard', () => {
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const at = new Date(1_614_265_330_999);
  expect(signedHeaders([key], 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('the header has a signature for each secret', () => {
  const keys = [Buffer.from('a'), Buffer.from('b')];
  const { 'webhook-signature': both } = signedHeaders(keys, 'x', new Date(0), '{}');
  expect(both.split(' ')).toEqual(keys.map((key) => signedHeaders([key], 'x', new Date(0), '{}')['webhook-signature']));
});

it('secrets have 256 bits, and only a server with their TOKEN_SECRET can decrypt them', () => {
  const { secret, sealed } = makeSecret(SECRET);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(sealed.includes(bytes)).toBe(false);
  expect(keysOf([SECRET], [sealed])).toEqual([bytes]);
  expect(keysOf([OTHER, SECRET], [sealed])).toEqual([bytes]);
  expect(keysOf([OTHER], [sealed])).toEqual([]);
  expect(makeSecret(SECRET).secret).not.toBe(secret);
});
