import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { MonthPicker } from '@mantine/dates';
import { IconCalendarMonth } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { inputProps, type WidgetProps } from './widget-props.ts';

const DECEMBER = 12;

/** "3.2027." → "2027-03"; null when it is no month. */
function parseMonth(text: string): string | null {
  const match = /^\s*(\d{1,2})\.\s?(\d{4})\.?\s*$/.exec(text);
  const month = Number(match?.[1]);
  return match && month >= 1 && month <= DECEMBER ? `${match[2]}-${String(month).padStart(2, '0')}` : null;
}

/** A month, typed or picked. What is no month gives way to the value before, and says so. */
export function MonthWidget(props: WidgetProps) {
  const { value, onChange, readOnly } = props;
  const { t, language } = useText();
  const stored = typeof value === 'string' ? `${value.slice(5, 7)}.${value.slice(0, 4)}.` : '';
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState('');
  const [opened, setOpened] = useState(false);
  const { error, ...input } = inputProps(props);
  return (
    <TextInput
      {...input}
      error={refused ? t('forms.noMonth', { typed: refused }) : error}
      value={typed ?? stored}
      placeholder={t('forms.month')}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const month = parseMonth(text);
        setTyped(text);
        setRefused('');
        if (month) onChange(month);
        else if (text.trim() === '') onChange(undefined);
      }}
      onBlur={() => {
        if (typed !== null && typed.trim() !== '' && !parseMonth(typed)) setRefused(typed.trim());
        setTyped(null);
      }}
      rightSection={
        !readOnly && (
          <Popover opened={opened} onChange={setOpened} withinPortal trapFocus>
            <Popover.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('forms.pickMonth')}
                onClick={() => setOpened(!opened)}
              >
                <IconCalendarMonth size={16} />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown>
              <MonthPicker
                value={typeof value === 'string' ? `${value}-01` : null}
                locale={language === 'en' ? 'en' : language === 'sr-Latn' ? 'sr' : 'sr-cyrl'}
                ariaLabels={{
                  nextYear: t('table.next'),
                  previousYear: t('table.previous'),
                  nextDecade: t('table.next'),
                  previousDecade: t('table.previous'),
                }}
                onChange={(day) => {
                  setOpened(false);
                  setRefused('');
                  onChange(day === null ? undefined : day.slice(0, 'YYYY-MM'.length));
                }}
              />
            </Popover.Dropdown>
          </Popover>
        )
      }
    />
  );
}
