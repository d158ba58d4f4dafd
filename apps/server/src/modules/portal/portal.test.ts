import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const PREFIX = 'oc4ids-test01';
const HOSTILE = '<script>alert(1)</script> „Кеј“';
const day = (text: string) => server.setNow(new Date(`${text}T09:00:00Z`));

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ url: `/public${path}`, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}
const idOf = async (life: ProjectDriver) => `${PREFIX}-${(await life.read()).number}`;

/** `works` is in implementation with one approved quarter, late from October on; `idea` has only its idea accepted. */
let works: ProjectDriver;
let idea: ProjectDriver;

beforeAll(async () => {
  day('2026-04-02');
  works = await ProjectDriver.start(server, { type: 1 }, { name: HOSTILE });
  await works.fillAndApprove();
  await works.fillAndApprove();
  idea = await ProjectDriver.start(server);
  await idea.fill();
  await idea.approveIdea();
  await idea.commission(3, 1);
  day('2026-07-02');
  await works.fill();
  await works.quarter();
  await works.act('reviewer', 4);
  day('2026-11-02');
});

describe('pages', () => {
  it('are complete in both scripts and English, at their own URLs', async () => {
    const id = await idOf(works);
    for (const [prefix, lang, word] of [
      ['', 'sr-Cyrl', 'Историја јавних чињеница'],
      ['/lat', 'sr-Latn', 'Istorija javnih činjenica'],
      ['/en', 'en', 'History of public facts'],
    ] as const) {
      const { status, body, headers } = await get(`${prefix}/projects/${id}`);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain(`<html lang="${lang}">`);
      expect(body).toContain(`>${word}</h2>`);
      expect(body).toContain(
        `<link rel="canonical" href="${server.context.config.publicUrl}/public${prefix}/projects/${id}"/>`,
      );
      for (const other of ['sr-Cyrl', 'sr-Latn', 'en', 'x-default']) expect(body).toContain(`hrefLang="${other}"`);
    }
  });

  it('show names as text, without scripts, cookies or other origins', async () => {
    const { body, headers } = await get(`/projects/${await idOf(works)}`, {
      cookie: 'pimis=1',
      authorization: 'Bearer x',
    });
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).not.toMatch(/<script|style="|onclick|javascript:/i);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(String(headers['content-security-policy'])).not.toContain('unsafe');
  });

  it('show the same as the open data package: value, plan against reports, lateness', async () => {
    const { body } = await get(`/projects/${await idOf(works)}`);
    expect(body).toContain('2.110.000.000,00 РСД');
    expect(body).toContain('Утрошено, 2026-2: 1.055.000.000,00 РСД');
    expect(body).toContain('50 %');
    expect(body).toContain('касни');
    expect(body).toContain('Пројекат: по плану 1.4.2026. – 30.9.2026.');
    const front = await get('');
    expect(front.body).toContain('2 пројекта');
    expect(front.body).toContain('Реализација: 1');
    expect((await get('?map=number')).body).toContain('aria-current="true">по броју пројеката');
  });

  it('count projects that are late on the day of the page', async () => {
    const late = async () => /late=true&amp;sort=end">([^<]*)</.exec((await get('')).body)?.[1];
    expect(await late()).toBe('1 пројекат');
    day('2026-09-30');
    expect(await late()).toBe('0 пројеката');
    day('2026-11-02');
    expect(await late()).toBe('1 пројекат');
  });

  it('of an organization and of a region list their projects', async () => {
    const { body } = await get(`/projects/${await idOf(idea)}`);
    const [, region] = /href="\/public(\/regions\/\d+)"/.exec(body) ?? [];
    const [, place] = /href="\/public(\/bodies\/[^"]+)"/.exec(body) ?? [];
    for (const path of [region, place]) expect((await get(path ?? '')).body).toContain('ППОВ Прокупље');
    expect((await get('/regions/99')).status).toBe(404);
    expect((await get('/bodies/00000')).status).toBe(404);
  });

  it('are revalidated by their ETag', async () => {
    const { headers } = await get('');
    expect(headers['cache-control']).toBe('public, max-age=60');
    const again = await get('', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
    const compressed = await server.app.inject({ url: '/public', headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(compressed.rawPayload).toString()).toBe((await get('')).body);
    const known = await get('', { 'if-none-match': String(compressed.headers.etag) });
    expect(known.status).toBe(304);
  });
});

describe('the list', () => {
  const found = async (query: string) => {
    const { status, body } = await get(`/projects?${query}`);
    return [
      status,
      [...body.matchAll(/<th scope="row"><a href="\/public\/projects\/[^"]*">([^<]*)</g)].map(([, title]) => title),
    ];
  };
  const [first, second] = ['&lt;script&gt;alert(1)&lt;/script&gt; „Кеј“', 'ППОВ Прокупље'];

  it('is filtered by every condition, and sorted', async () => {
    expect(await found('sort=value')).toEqual([200, expect.arrayContaining([first, second])]);
    expect(await found('text=prokuplje')).toEqual([200, [second]]);
    expect(await found('status=implementation&sector=&region=')).toEqual([200, [first]]);
    expect(await found('late=true')).toEqual([200, [first]]);
    expect(await found('late=true&status=identification')).toEqual([200, []]);
    expect(await found('valueFrom=99999999999999')).toEqual([200, []]);
    expect(await found('sector=waterAndWaste&valueTo=99999999999999')).toEqual([200, expect.arrayContaining([second])]);
    expect(await found('text=prokuplje&fbclid=abc')).toEqual([200, [second]]);
  });

  it('is the same as CSV and as JSON', async () => {
    const csv = await get('/projects.csv?text=prokuplje');
    expect(csv.body.split('\r\n')[0]).toContain('id,code,title');
    expect(csv.body.trim().split('\r\n')).toHaveLength(2);
    expect(csv.body).toContain(await idOf(idea));
    const json = await server.app.inject({ url: '/api/open-data/projects?late=true&sort=value' });
    expect(json.json<{ projects: { id: string }[] }>().projects.map(({ id }) => id)).toEqual([await idOf(works)]);
  });

  it('refuses a page, status or region that does not exist', async () => {
    for (const query of ['page=2', 'page=0', 'status=secret', 'region=99', 'body=zzz', 'valueFrom=-1', 'sort=secret']) {
      expect((await get(`/projects?${query}`)).status).toBe(404);
    }
  });
});

describe('a project that is not public', () => {
  it('gets the same answer, byte for byte, whether undecided, withheld or unknown', async () => {
    const undecided = await ProjectDriver.start(server);
    await server.call('admin', 'PUT', `projects/${idea.code}/withholding`, { withheld: true, reason: 'Тајно.' });
    const withheld = await get(`/projects/${await idOf(idea)}`);
    const answers = [
      await get(`/projects/${await idOf(undecided)}`),
      await get(`/projects/${PREFIX}-2026-9999`),
      await get('/nowhere'),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([404, withheld.body]);
    expect((await get('')).body).toContain('1 пројекат');
    expect((await get('/projects')).body).not.toContain('ППОВ Прокупље');
    const sitemap = await get('/sitemap-0.xml');
    expect(sitemap.body).toContain(await idOf(works));
    expect(sitemap.body).not.toContain(await idOf(idea));
    await server.call('admin', 'PUT', `projects/${idea.code}/withholding`, { withheld: false, reason: 'Није тајно.' });
    expect((await get('')).body).toContain('2 пројекта');
  });

  it('search engines see only the public part', async () => {
    const { body } = await server.app.inject({ url: '/robots.txt' });
    expect(body).toMatch(/Allow: \/public\nDisallow: \/\nSitemap: .*\/public\/sitemap\.xml/);
    expect((await get('/sitemap.xml')).body).toContain('/public/sitemap-pages.xml');
  });

  it('without a prefix the portal does not exist, and its URLs answer like any unknown one', async () => {
    const config = { ...server.context.config, openDataPrefix: undefined };
    const { app } = await buildApp({ ...server.context, config });
    const unknown = await app.inject({ url: '/nowhere' });
    for (const url of ['/public', '/public/projects', '/robots.txt', '/public/sitemap.xml']) {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.body]).toEqual([unknown.statusCode, unknown.body]);
    }
    await app.close();
  });
});

it('styles and fonts may be cached for ever; pages load no others', async () => {
  const { body } = await get('');
  const styles = /<link rel="stylesheet" href="([^"]+)"/.exec(body)?.[1] ?? '';
  const sheet = await server.app.inject({ url: styles });
  expect(sheet.headers['cache-control']).toContain('immutable');
  for (const [, url] of sheet.body.matchAll(/url\("([^"]+)"\)/g)) {
    expect((await server.app.inject({ url: url ?? '' })).statusCode).toBe(200);
  }
});
