import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate, trusting } from '../../../testing/certificate.ts';
import { type ReceiverMode, startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { isPublicAddress } from '../../../platform/http/public-address.ts';
import { type Posting, post } from './post.ts';
import { readTarget } from './target.ts';

/** Longer than a test may take: failures of a receiver must be noticed before this time. */
const LONG_MS = 60_000;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.stop());

const nowhere = (host: string) => Promise.reject(new Error(`nobody asks for ${host}`));
const posting = (more: Partial<Posting> = {}): Posting => ({
  internalHosts: ['127.0.0.1'],
  resolvers: { outside: nowhere, inside: nowhere, isPublic: isPublicAddress },
  timeoutMs: LONG_MS,
  ...more,
});
const send = (url = `${receiver.url}/put?a=1`, more: Partial<Posting> = {}) =>
  post(url, { headers: { 'content-type': 'application/json' }, body: '{"id":"ž"}' }, posting(more));

describe('a receiver', () => {
  it('that answers gets the body with its headers, and no further request', async () => {
    expect(await send()).toEqual({ outcome: 'delivered', httpStatus: 200, reason: null });
    expect(receiver.received).toMatchObject([
      { path: '/put?a=1', text: '{"id":"ž"}', headers: { 'content-type': 'application/json', 'content-length': '11' } },
    ]);
  });

  it.each<[ReceiverMode, object]>([
    [204, { outcome: 'delivered', httpStatus: 204 }],
    [500, { outcome: 'status', httpStatus: 500 }],
    [404, { outcome: 'status', httpStatus: 404 }],
    [410, { outcome: 'gone', httpStatus: 410 }],
    ['redirects', { outcome: 'redirect', httpStatus: 307 }],
    ['cuts', { outcome: 'unreachable', httpStatus: null, reason: 'ECONNRESET' }],
    ['answers without end', { outcome: 'delivered', httpStatus: 200 }],
    ['switches protocols', { outcome: 'unreachable', httpStatus: null, reason: 'ECONNRESET' }],
    ['answers for the time being', { outcome: 'unreachable', httpStatus: null, reason: 'INTERIM' }],
  ])('that %s gets one attempt, which ends', async (mode, attempt) => {
    receiver.mode = mode;
    expect(await send()).toMatchObject(attempt);
    expect(receiver.received).toHaveLength(1);
  });

  it('that answers without end is read only up to 64 kB and the buffers of the system', async () => {
    receiver.mode = 'answers without end';
    await send();
    await receiver.stop();
    expect(receiver.bytes).toBeLessThan(16 * 1024 * 1024);
    receiver = await startWebhookReceiver();
  });

  it.each<ReceiverMode>(['is silent', 'drips'])('that %s is abandoned after the time limit', async (mode) => {
    receiver.mode = mode;
    expect(await send(undefined, { timeoutMs: 50 })).toEqual({ outcome: 'timeout', httpStatus: null, reason: null });
  });

  it('that cannot be reached is reported with a code', async () => {
    const { url } = receiver;
    await receiver.stop();
    expect(await send(url)).toEqual({ outcome: 'unreachable', httpStatus: null, reason: 'ECONNREFUSED' });
    receiver = await startWebhookReceiver();
  });

  it('with https needs a certificate that the server trusts', async () => {
    const certificate = await makeCertificate();
    const secure = await startWebhookReceiver(certificate);
    expect(await send(secure.url)).toMatchObject({ outcome: 'unreachable', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(secure.received).toEqual([]);
    expect(await trusting(certificate, () => send(secure.url))).toMatchObject({ outcome: 'delivered' });
    await secure.stop();
  });
});

describe('a URL', () => {
  it.each([
    'https://primalac.example.rs/put?a=1',
    'https://primalac.example.rs:8443',
    'https://93.184.216.34/',
    'https://[2a00:1450:4001:80b::200e]/',
    'http://erp.unutra.rs/',
    'https://erp.unutra.rs./',
    'http://10.1.2.3:8080/',
  ])('%s is allowed', (url) => {
    expect(readTarget(url, ['erp.unutra.rs', '10.1.2.3'])?.href).toBe(new URL(url).href);
  });

  it.each([
    'http://primalac.example.rs/',
    'ftp://erp.unutra.rs/',
    'https://ime:lozinka@primalac.example.rs/',
    'https://ime@primalac.example.rs/',
    'https://primalac.example.rs/#a',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://10.1.2.4/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'primalac.example.rs',
    'https://',
    '',
  ])('„%s“ is refused', (url) => {
    expect(readTarget(url, ['erp.unutra.rs', '10.1.2.3'])).toBeNull();
  });

  it('that is stored but no longer allowed gets no request', async () => {
    expect(await send(receiver.url, { internalHosts: [] })).toMatchObject({ outcome: 'refused' });
    expect(receiver.received).toEqual([]);
  });
});

describe('a name', () => {
  const port = () => new URL(receiver.url).port;
  const named = (addresses: string[][], isPublic = isPublicAddress) => {
    const asked: string[] = [];
    const outside = (host: string) => {
      asked.push(host);
      return Promise.resolve(addresses[asked.length - 1] ?? []);
    };
    const url = `https://primalac.example.rs:${port()}/`;
    return { asked, sent: () => send(url, { resolvers: { outside, inside: nowhere, isPublic } }) };
  };

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    // A name is refused if only one of its addresses is good.
    [['93.184.216.34', '127.0.0.1']],
    [['127.0.0.1', '93.184.216.34']],
  ])('that resolves to %j is refused, and nothing is sent', async (addresses) => {
    const { asked, sent } = named([addresses]);
    expect(await sent()).toEqual({ outcome: 'refused', httpStatus: null, reason: null });
    expect(asked).toEqual(['primalac.example.rs']);
    expect(receiver.received).toEqual([]);
  });

  it('that changes its IP address is resolved once per connection, which uses the checked address', async () => {
    // The first address, which counts as public here, has no listener; the receiver listens at the second.
    const { asked, sent } = named([['127.0.0.2'], ['127.0.0.1']], (address) => address === '127.0.0.2');
    expect(await sent()).toMatchObject({ outcome: 'unreachable', reason: 'ECONNREFUSED' });
    expect(asked).toHaveLength(1);
    expect(await sent()).toMatchObject({ outcome: 'refused' });
    expect(asked).toHaveLength(2);
    expect(receiver.received).toEqual([]);
  });

  it('without an IP address cannot be reached', async () => {
    expect(await named([[]]).sent()).toMatchObject({ outcome: 'unreachable', reason: 'ENOTFOUND' });
  });

  it('that the administrator allows may lead into the internal network, also with http', async () => {
    const inside = (host: string) => Promise.resolve(host === 'erp.unutra.rs' ? ['127.0.0.1'] : []);
    const sent = await send(`http://ERP.unutra.rs:${port()}/`, {
      internalHosts: ['erp.unutra.rs'],
      resolvers: { outside: nowhere, inside, isPublic: isPublicAddress },
    });
    expect(sent).toMatchObject({ outcome: 'delivered' });
    expect(receiver.received).toHaveLength(1);
  });
});
