import { fieldAt, isPlaceIn } from './labels.ts';
import { FLUENT_MESSAGES, isFluentCode, messageFor } from './messages.ts';
import type { FormDefinition, ValidationItem } from './types.ts';
import { fieldsOf } from './visibility.ts';

/** The number of the item to which a path belongs, "4.7"; empty if the form has no numbers. */
function itemNumber(definition: FormDefinition, path: string): string {
  const item = fieldsOf(definition).find((field) => isPlaceIn(field, path));
  return fieldAt(definition, path)?.no ?? item?.no ?? '';
}

/**
 * The text of a message in the error panel, which shows no field next to it: the item number precedes the label
 * (docs/forms.md, A4); a message without a label gets both in front.
 */
export function messageWithItemNumber(definition: FormDefinition, item: ValidationItem, language: 'sr' | 'en'): string {
  const number = itemNumber(definition, item.path);
  const numbered = (text: string) => [number, text].filter(Boolean).join(' ');
  const label = { sr: numbered(item.label.sr), en: numbered(item.label.en) };
  const message = messageFor({ ...item, label }, language, fieldAt(definition, item.path));
  const named = isFluentCode(item.code) && FLUENT_MESSAGES[item.code][language].includes('{label}');
  return named || label[language] === '' ? message : `${label[language]}: ${message}`;
}
