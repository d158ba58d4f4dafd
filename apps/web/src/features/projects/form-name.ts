import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { formNameIn } from '@pimis/domain/forms/form-name';
import type { Text } from '../../i18n/use-text.ts';

/** The name of a form in the language of the screen; as it is stored where this product does not know the form. */
export function formName(
  form: { code: string; name: string },
  { language, data }: Pick<Text, 'language' | 'data'>,
): string {
  const definition = findFormDefinition(form.code);
  return definition ? data(formNameIn(definition, form.name, language === 'en' ? 'en' : 'sr')) : data(form.name);
}
