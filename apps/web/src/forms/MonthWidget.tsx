import { TextInput } from '@mantine/core';
import { MonthPicker } from '@mantine/dates';
import { useState } from 'react';
import { isMonth, readMonth } from '@pimis/domain/dates/dates';
import { formatMonth } from '@pimis/domain/forms/display';
import { useText } from '../i18n/use-text.ts';
import { CalendarButton, calendarKeys, usePickerText } from '../ui/Calendar.tsx';
import { inputProps, type WidgetProps } from './widget-props.ts';

/** A month, typed or picked. Invalid text stays and is an error. */
export function MonthWidget(props: WidgetProps) {
  const { value, onChange, readOnly } = props;
  const { t } = useText();
  const picker = usePickerText();
  const [typed, setTyped] = useState<string | null>(null);
  const month = isMonth(value) ? value : null;
  const stored = month ? formatMonth(month) : typeof value === 'string' ? value : '';
  return (
    <TextInput
      {...inputProps(props)}
      value={typed ?? stored}
      placeholder={readOnly ? undefined : t('forms.month')}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(text.trim() === '' ? undefined : (readMonth(text) ?? text.trim()));
      }}
      onBlur={() => setTyped(null)}
      {...(readOnly ? {} : calendarKeys)}
      rightSection={
        !readOnly && (
          <CalendarButton label={t('forms.pickMonth')}>
            {(close) => (
              <MonthPicker
                {...picker}
                value={month ? `${month}-01` : null}
                onChange={(day) => {
                  close();
                  onChange(day === null ? undefined : day.slice(0, 'YYYY-MM'.length));
                }}
              />
            )}
          </CalendarButton>
        )
      }
    />
  );
}
