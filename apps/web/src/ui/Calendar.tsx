import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { AfterPaint } from './AfterPaint.tsx';
import { focusableIn } from './focus-guard.ts';
import { IconCalendarMonth } from './icons.ts';
import { Popup } from './Popup.tsx';

/** Settings of the date pickers by language. */
export function usePickerText() {
  const { t, language } = useText();
  return {
    locale: language === 'en' ? 'en' : language === 'sr-Latn' ? 'sr' : 'sr-cyrl',
    ariaLabels: {
      nextMonth: t('forms.calendar.nextMonth'),
      previousMonth: t('forms.calendar.previousMonth'),
      nextYear: t('forms.calendar.nextYear'),
      previousYear: t('forms.calendar.previousYear'),
      nextDecade: t('forms.calendar.nextDecade'),
      previousDecade: t('forms.calendar.previousDecade'),
    },
  };
}

/** Takes the focus from the panel, which was rendered first, to the chosen day or month, else to today's. */
function Begun({ children }: { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (own.current && document.activeElement?.contains(own.current)) {
      const [first] = focusableIn(own.current.querySelector('table') ?? own.current);
      first?.focus({ preventScroll: true });
    }
  }, []);
  return <div ref={own}>{children}</div>;
}

/**
 * Opens the calendar of a field from the keyboard, as the date field of a browser does. Tab skips its button, so that days
 * are typed one after the other.
 */
export const calendarKeys = {
  'aria-keyshortcuts': 'F4',
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'F4') return;
    event.preventDefault();
    event.currentTarget
      .closest('.mantine-Input-wrapper')
      ?.querySelector<HTMLElement>('[aria-haspopup="dialog"][aria-expanded="false"]')
      ?.click();
  },
};

/** Opens a calendar beside a field; it is rendered when it is needed. */
export function CalendarButton({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        tabIndex={-1}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <IconCalendarMonth size={16} />
      </ActionIcon>
      {opened && (
        <Popup align="start" beside=".mantine-Input-wrapper" aria-label={label} onClose={() => setOpened(false)}>
          <div className="calendar">
            <AfterPaint>
              <Begun>{children(() => setOpened(false))}</Begun>
            </AfterPaint>
          </div>
        </Popup>
      )}
    </>
  );
}
