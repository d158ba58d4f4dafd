import { formNameIn } from '@pimis/domain/forms/form-name';
import type { Text } from '../../i18n/use-text.ts';

/** The name of a form in the language of the screen. */
export function formName(
  form: { code: string; name: string },
  { language, data }: Pick<Text, 'language' | 'data'>,
): string {
  return data(formNameIn(form, language === 'en' ? 'en' : 'sr'));
}
