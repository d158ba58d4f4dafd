import fastify from 'fastify';
import { expect, it } from 'vitest';
import { browserHeaders, sendBrowserHeaders } from './security-headers.ts';

const headersOf = async (https: boolean) => {
  const app = fastify();
  sendBrowserHeaders(app, browserHeaders({ https }));
  app.get('/', async () => 'told');
  const { headers } = await app.inject('/');
  await app.close();
  return headers;
};

it('browsers are told to stay with https where the server is reached so, and only there', async () => {
  expect((await headersOf(true))['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect((await headersOf(false))['strict-transport-security']).toBeUndefined();
});

it('no other site frames the page, and nothing is run that does not come from it', async () => {
  const policy = (await headersOf(false))['content-security-policy'];
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
});
