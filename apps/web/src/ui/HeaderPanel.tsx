import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { AfterPaint } from './AfterPaint.tsx';
import { Popup } from './Popup.tsx';

interface HeaderPanelProps {
  /** The button's name, with the number of items. */
  label: string;
  icon: ReactNode;
  /** Wraps the button, for example with a counter. */
  around?: (button: ReactElement) => ReactElement;
  /** The heading of the panel; it gets the focus. */
  title: string;
  /** What stands beside the heading. */
  tools?: ReactNode;
  children: (close: () => void) => ReactNode;
  foot: (close: () => void) => ReactNode;
}

/** A header button with a panel: a heading, content rendered after the press has been painted, and a foot. */
export function HeaderPanel({
  label,
  icon,
  around = (button) => button,
  title,
  tools,
  children,
  foot,
}: HeaderPanelProps) {
  const { t } = useText();
  const [opened, { close, toggle }] = useDisclosure(false);
  return (
    <>
      {around(
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          onClick={toggle}
          aria-haspopup="dialog"
          aria-expanded={opened}
          aria-label={label}
        >
          {icon}
        </ActionIcon>,
      )}
      {opened && (
        <Popup className="bare" onClose={close} aria-label={title}>
          <div className="header-panel">
            <div className="header-panel-head">
              <h2 tabIndex={-1} data-autofocus>
                {title}
              </h2>
              {tools}
            </div>
            <div className="header-panel-body">
              <AfterPaint before={<p className="meta header-panel-coming">{t('common.loading')}</p>}>
                {children(close)}
              </AfterPaint>
            </div>
            <div className="header-panel-foot">{foot(close)}</div>
          </div>
        </Popup>
      )}
    </>
  );
}
