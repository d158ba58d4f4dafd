import { ActionIcon, type ActionIconProps, Popover } from '@mantine/core';
import {
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconCalendarMonth } from './icons.ts';
import { AfterPaint } from './AfterPaint.tsx';
import { dropSecondPress, POPUP } from './popup.ts';

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

/**
 * Opens the calendar of a field from the keyboard, like a browser's date field. Tab skips its button, so that several
 * days can be typed in a row.
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

interface OpenerProps extends ActionIconProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  /** Gets the element of the field, below which the calendar opens. */
  field?: (field: HTMLElement | null) => void;
}

function Opener({ field, ...props }: OpenerProps) {
  const ref = useCallback(
    (button: HTMLButtonElement | null) => field?.(button?.closest<HTMLElement>('.mantine-Input-wrapper') ?? null),
    [field],
  );
  return <ActionIcon {...props} ref={ref} variant="subtle" color="gray" tabIndex={-1} />;
}

/** Takes the focus from the panel, which is rendered first, to the chosen day or month, else to today's. */
function Begun({ children }: { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const day = own.current?.querySelector<HTMLElement>('table button:not([tabindex="-1"])');
    day?.focus({ preventScroll: true });
  }, []);
  return <div ref={own}>{children}</div>;
}

/** Opens a calendar at a field; it begins at the chosen day or month, otherwise at today's. */
export function CalendarButton({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover {...POPUP} opened={opened} onChange={setOpened} position="bottom-start">
      <Popover.Target refProp="field">
        <Opener aria-label={label} onClickCapture={dropSecondPress} onClick={() => setOpened(!opened)}>
          <IconCalendarMonth size={16} />
        </Opener>
      </Popover.Target>
      <Popover.Dropdown className="popup calendar">
        <AfterPaint>
          <Begun>{children(() => setOpened(false))}</Begun>
        </AfterPaint>
      </Popover.Dropdown>
    </Popover>
  );
}
