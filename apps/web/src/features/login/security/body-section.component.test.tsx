import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../i18n/i18n.ts';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { BodySection } from './BodySection.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await setLanguage('sr-Cyrl');
});

/** Answers with the first page and the account of a user of this organization. */
function serve({ name = 'Град' } = {}) {
  const organization = { id: '50112', name, companyNumber: '07122222', taxIdNumber: '100000001' };
  const role = { roleId: 7, roleDescription: 'Оператер' };
  const payload = { organization: { ...organization, createdDate: '2026-01-02T09:00:00Z' }, user: role, ...role };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload, additionalInformation: {}, status: { code: 0, name: 'Success' }, errors: [] }),
  );
}

test('the profile has the numbers of the own organization, and the role in the language of the screen', async () => {
  signIn();
  serve();
  const screen = await draw(<BodySection />);
  for (const text of ['50112', '07122222', '100000001', '2.1.2026.', 'Оператер']) {
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  }
  await setLanguage('en');
  await expect.element(screen.getByText('Operator', { exact: true })).toBeVisible();
});

test('the longest name of an organization stays within the panel', async () => {
  signIn();
  const name = 'Г'.repeat(200);
  serve({ name });
  const { container, ...screen } = await draw(<BodySection />);
  await expect.element(screen.getByText(name)).toBeVisible();
  expect(container.scrollWidth).toBe(container.clientWidth);
});

test('role and organization lead to what the user may open', async () => {
  serve();
  signIn(1, ['Role_View']);
  const reader = await draw(<BodySection />);
  const link = reader.getByRole('link', { name: 'Оператер' });
  await expect.element(link).toHaveAttribute('href', '/administration/role/7');
  const organization = reader.getByRole('link', { name: 'Град' });
  await expect.element(organization).toHaveAttribute('href', '/registry/organization/50112');
  await reader.unmount();
  signIn();
  const screen = await draw(<BodySection />);
  await expect.element(screen.getByText('Оператер', { exact: true })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});
