import { type ChangeEvent, type FocusEvent, useRef } from 'react';
import type { Field } from '@pimis/domain/forms/types';
import { readPhone } from '@pimis/domain/text/phone';

/** Whether a field is a phone: by its format, or by its place in forms that were published without one. */
const isPhone = ({ format, path }: Field) => format === 'phone' || /(?:^|\.)phone$/.test(path);

/** The keyboard that a phone shows for an address or a number. */
export const inputModeOf = (field: Field) => (field.format === 'email' ? 'email' : isPhone(field) ? 'tel' : undefined);

/** A number in the notation of the product, however it was written; other text, such as two numbers, stays as it is. */
export const writtenPhone = (field: Field, text: string): string => (isPhone(field) ? (readPhone(text) ?? text) : text);

const SETTLES = 'settles';

/**
 * Properties of an input whose text is a phone. It is typed freely and written in one notation when the field is left.
 */
export function usePhoneInput(field: Field, take: (text: string) => void) {
  const changed = useRef(false);
  return {
    change: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>, text: string) => {
      // A browser fills in a field that does not have the focus, and nobody leaves it afterwards.
      const isWhole =
        document.activeElement !== currentTarget ||
        (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste');
      changed.current = !isWhole;
      take(isWhole ? writtenPhone(field, text) : text);
    },
    input: isPhone(field)
      ? {
          [`data-${SETTLES}`]: true,
          onBlur: ({ currentTarget: { value } }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
            const written = writtenPhone(field, value);
            if (changed.current && written !== value) take(written);
            changed.current = false;
          },
        }
      : {},
  };
}

/** Writes the phone that is being typed in its notation, before its form is saved by a key. */
export function settlePhone(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement.dataset[SETTLES] === undefined) return;
  activeElement.blur();
  activeElement.focus({ preventScroll: true });
}
