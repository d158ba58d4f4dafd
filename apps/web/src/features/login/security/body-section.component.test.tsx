import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../i18n/i18n.ts';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { BodySection } from './BodySection.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await setLanguage('sr-Cyrl');
});

test('the profile has the numbers of the own organization, and the role in the language of the screen', async () => {
  signIn();
  const organization = { id: '50112', name: 'Град', companyNumber: '07122222', taxIdNumber: '100000001' };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({
      payload: {
        organization: { ...organization, createdDate: '2026-01-02T09:00:00Z' },
        user: { name: 'Ана', login: 'ana', roleName: 'Operator', roleDescription: 'Оператер' },
      },
      additionalInformation: {},
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const screen = await draw(<BodySection />);
  for (const text of ['50112', '07122222', '100000001', '2.1.2026.', 'Оператер']) {
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  }
  await setLanguage('en');
  await expect.element(screen.getByText('Operator', { exact: true })).toBeVisible();
});
