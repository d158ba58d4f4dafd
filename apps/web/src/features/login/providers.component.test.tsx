import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessibleInBothThemes } from '../../testing/accessible.ts';
import { draw } from '../../testing/form.tsx';
import { ByProvider } from './LinkPages.tsx';
import { LoginPage } from './LoginPage.tsx';

const HERE = location.href;

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', HERE);
});

const answer = (payload: unknown) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });

function serving(providers: object[]): void {
  vi.spyOn(window, 'fetch').mockImplementation(async (asked) => {
    const path = typeof asked === 'string' ? asked : '';
    if (path.endsWith('/login/oidc')) return answer(providers);
    if (path.endsWith('/notices')) return answer([]);
    return answer({ helpRoot: '/help', directoryLogin: false, demo: false, demoAccounts: [] });
  });
}

test('the sign-in shows the providers, and leads to them with the wanted screen', async () => {
  history.replaceState(null, '', '/login?redirect=%2Fprojects%3Fstatus%3D1');
  serving([
    { id: 'eid', label: 'еИД' },
    { id: 'grad', label: 'Град Београд' },
  ]);
  const screen = await draw(<LoginPage onSignedIn={() => undefined} />);
  const link = screen.getByRole('link', { name: 'Град Београд' });
  await expect.element(link).toHaveAttribute('href', '/api/login/oidc/grad/start?redirect=%2Fprojects%3Fstatus%3D1');
  await expect.element(screen.getByRole('link', { name: 'еИД' })).toBeVisible();
  await expectAccessibleInBothThemes(screen.container);
});

test('a refusal with which a provider leads back is told in words, and nothing else of the address', async () => {
  serving([]);
  history.replaceState(null, '', '/login?refused=ProviderAccountUnknown');
  const screen = await draw(<LoginPage onSignedIn={() => undefined} />);
  await expect.element(screen.getByText(/Овде немате налог који је повезан са тим системом/)).toBeVisible();
  await screen.unmount();
  history.replaceState(null, '', '/login?refused=LastAdministrator');
  const other = await draw(<LoginPage onSignedIn={() => undefined} />);
  await expect.element(other.getByRole('button', { name: 'Пријави се' })).toBeVisible();
  await expect.element(other.getByRole('alert')).not.toBeInTheDocument();
});

test('the second step after a provider is asked for at once, and its token leaves the address', async () => {
  history.replaceState(null, '', '/login?redirect=%2Fprojects#step=code&token=jednokratna-oznaka');
  serving([]);
  const screen = await draw(<LoginPage onSignedIn={() => undefined} />);
  await expect.element(screen.getByRole('textbox', { name: 'Код из апликације' })).toBeVisible();
  expect([location.search, location.hash]).toEqual(['?redirect=%2Fprojects', '']);
});

test('an invited person may take the account at a provider in place of a password', async () => {
  history.replaceState(null, '', '/activation?token=oznaka-iz-poruke');
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (request?.method !== 'POST') return answer([{ id: 'eid', label: 'еИД' }]);
    sent.push(request.body);
    return answer({ address: 'https://eid.example.rs/auth' });
  });
  const left = vi.fn();
  const screen = await draw(<ByProvider onProblem={() => undefined} onLeave={left} />);
  await screen.getByRole('button', { name: 'еИД' }).click();
  await expect.poll(() => left.mock.calls).toEqual([['https://eid.example.rs/auth']]);
  expect(sent).toEqual(['{"token":"oznaka-iz-poruke"}']);
});
