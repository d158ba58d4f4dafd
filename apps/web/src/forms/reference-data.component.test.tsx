import { afterEach, expect, test } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import { type Language, setLanguage } from '../i18n/i18n.ts';
import { draw } from '../testing/form.tsx';
import { ReferenceData } from './ReferenceData.tsx';

afterEach(() => setLanguage('sr-Cyrl'));

const form = {
  code: 'kvartalni',
  data: { SuccessKeyIndicator: { FundingAdequacyIndicator: { AppropriationAmount: '416502000.00' } } },
} as unknown as ProjectForm;

test.each<[Language, string]>([
  ['sr-Cyrl', '416.502.000,00 РСД'],
  ['sr-Latn', '416.502.000,00 RSD'],
  ['en', '416,502,000.00 RSD'],
])('facts beside a form have their currency in the script of the screen: %s', async (language, amount) => {
  const screen = await draw(<ReferenceData form={form} />);
  await setLanguage(language);
  await expect.element(screen.getByText(amount)).toBeVisible();
});
