import { DateInput } from '@mantine/dates';
import { type FocusEvent, useState } from 'react';
import { useText } from '../i18n/use-text.ts';

interface DateFieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  required?: boolean;
  error?: string | undefined;
  min?: string;
  max?: string;
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  'aria-label'?: string;
}

/**
 * A calendar day as D.M.YYYY.; the value is YYYY-MM-DD. Typed text is understood with or without the last dot; what is
 * no day gives way to the value before, and says so.
 */
export function DateField({ label, value, onChange, min, max, placeholder, error, ...rest }: DateFieldProps) {
  const { t, language } = useText();
  const [refused, setRefused] = useState('');
  const leave = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const typed = currentTarget.value.trim();
    setRefused(typed === '' || parseDay(typed) ? '' : typed);
  };
  return (
    <DateInput
      label={label || undefined}
      value={value}
      onChange={(day) => {
        setRefused('');
        onChange(day);
      }}
      onBlur={leave}
      error={refused ? t('forms.noDay', { typed: refused }) : error}
      valueFormat="D.M.YYYY."
      dateParser={parseDay}
      placeholder={placeholder ?? t('forms.date')}
      locale={language === 'en' ? 'en' : language === 'sr-Latn' ? 'sr' : 'sr-cyrl'}
      firstDayOfWeek={1}
      clearable={!rest.required}
      popoverProps={{ withinPortal: true }}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      ariaLabels={{
        nextMonth: t('table.next'),
        previousMonth: t('table.previous'),
        nextYear: t('table.next'),
        previousYear: t('table.previous'),
        nextDecade: t('table.next'),
        previousDecade: t('table.previous'),
      }}
      clearButtonProps={{ 'aria-label': t('forms.clear'), tabIndex: -1 }}
      {...rest}
    />
  );
}

/** "1.3.2027." or "01.03.2027" → "2027-03-01"; null when it is no day. */
export function parseDay(text: string): string | null {
  const match = /^\s*(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\.?\s*$/.exec(text);
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text);
  const [year, month, day] = match ? [match[3], match[2], match[1]] : iso ? [iso[1], iso[2], iso[3]] : [];
  if (!year || !month || !day) return null;
  const made = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${made}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(made) ? null : made;
}
