import { expect, test } from 'vitest';
import { networkRefusal } from './client-networks.ts';

const refusals = (texts: readonly string[]) => texts.map((text) => [text, networkRefusal(text)]);
const all = (texts: readonly string[], refusal: object | null) => texts.map((text) => [text, refusal]);

test('addresses and networks of both versions are taken', () => {
  const good = [
    '10.1.2.3',
    '0.0.0.0',
    '255.255.255.255/32',
    '10.0.0.0/8',
    '10.128.0.0/9',
    '128.0.0.0/1',
    '2001:db8::/32',
    '2001:db8::1',
    '::',
    '::1/128',
    '8000::/1',
    '1:2:3:4:5:6:7:8',
    '::ffff:10.1.2.3',
    '2001:DB8:0:8000::/49',
  ];
  expect(refusals(good)).toEqual(all(good, null));
});

test('other texts are refused', () => {
  const wrong = [
    '',
    '/8',
    'example.rs',
    '10.0.0/8',
    '10.0.0.256',
    '10.0.0.01',
    '10.0.0.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    '2001:db8::/129',
    '2001::db8::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '2001:db8g::',
    '12345::',
    'fe80::1%eth0',
    '10.0.0.1::',
    ':1',
  ];
  expect(refusals(wrong)).toEqual(all(wrong, { code: 'InvalidField' }));
});

test('a network of all addresses is refused', () => {
  const everybody = ['0.0.0.0/0', '10.1.2.3/0', '::/0', '2001:db8::1/00'];
  expect(refusals(everybody)).toEqual(all(everybody, { code: 'NetworkOfEverybody' }));
});

test.each([
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['10.1.2.3/31', '10.1.2.2/31'],
  ['192.168.1.129/25', '192.168.1.128/25'],
  ['255.255.255.255/1', '128.0.0.0/1'],
  ['2001:db8::1/32', '2001:db8::/32'],
  ['2001:0db8:0:0:1:0:0:1/96', '2001:db8:0:0:1::/96'],
  ['1:0:0:2:0:0:0:3/127', '1:0:0:2::2/127'],
  ['1:0:2:0:3:4:5:7/127', '1:0:2:0:3:4:5:6/127'],
  ['10:0:0:100:0:0:0:1/64', '10:0:0:100::/64'],
  ['::ffff:10.1.2.3/104', '::ffff:a00:0/104'],
  ['::3/127', '::2/127'],
  ['7fff::1/1', '::/1'],
])('%s has host bits, and %s is meant', (text, network) => {
  expect(networkRefusal(text)).toEqual({ code: 'NetworkHasHostBits', network });
});
