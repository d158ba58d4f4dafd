import { TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { type ReactNode, useState } from 'react';
import { formatDay, isDay, readDay } from '@pimis/domain/dates/dates';
import { useText } from '../i18n/use-text.ts';
import { CalendarButton, calendarKeys, usePickerText } from './Calendar.tsx';
import { described } from './described.ts';

interface DateFieldProps {
  label: string;
  /** YYYY-MM-DD, or typed text that is no day. */
  value: string | null;
  onChange: (value: string | null) => void;
  required?: boolean;
  error?: ReactNode;
  /** The first and last allowed day; the field marks others as invalid. */
  min?: string;
  max?: string;
  id?: string;
  readOnly?: boolean;
  placeholder?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-required'?: true | undefined;
}

/** Returns whether the value is a day or empty. */
export function isDayOrNone(value: string | null): boolean {
  return value === null || value === '' || isDay(value);
}

/**
 * A calendar day as D.M.YYYY; the value is YYYY-MM-DD. The last dot is optional. Invalid text stays, becomes the value,
 * and is marked; it is never replaced by another day.
 */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, min, max, placeholder, error, readOnly, 'aria-describedby': ids, ...rest } = props;
  const { t } = useText();
  const picker = usePickerText();
  const [typed, setTyped] = useState<string | null>(null);
  const day = isDay(value) ? value : null;
  const wrong = typed === null && value !== null && value !== '' && !day;
  const early = typed === null && day !== null && min !== undefined && day < min;
  const late = typed === null && day !== null && max !== undefined && day > max;
  const problem =
    (wrong && t('forms.noDay', { typed: value })) ||
    (early && t('forms.earlyDay', { day: formatDay(min) })) ||
    (late && t('forms.lateDay', { day: formatDay(max) }));
  return (
    <TextInput
      {...rest}
      {...described(ids)}
      label={label || undefined}
      readOnly={readOnly === true}
      value={typed ?? (day ? formatDay(day) : (value ?? ''))}
      placeholder={placeholder ?? t('forms.date')}
      error={error ?? (problem || undefined)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(text.trim() === '' ? null : (readDay(text) ?? text.trim()));
      }}
      onBlur={() => setTyped(null)}
      {...(readOnly ? {} : calendarKeys)}
      onKeyDown={(event) => {
        // Enter shows at once whether the text is valid.
        if (event.key === 'Enter') setTyped(null);
        calendarKeys.onKeyDown(event);
      }}
      rightSection={
        readOnly !== true && (
          <CalendarButton label={t('forms.pickDay')}>
            {(close) => (
              <DatePicker
                {...picker}
                value={day}
                {...(day ? { defaultDate: day } : {})}
                firstDayOfWeek={1}
                {...(min ? { minDate: min } : {})}
                {...(max ? { maxDate: max } : {})}
                onChange={(picked) => {
                  close();
                  onChange(picked);
                }}
              />
            )}
          </CalendarButton>
        )
      }
    />
  );
}
