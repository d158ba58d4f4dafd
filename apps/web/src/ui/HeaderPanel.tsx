import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactElement, type ReactNode, useId } from 'react';
import { dropSecondPress, POPUP } from './popup.ts';

interface HeaderPanelProps {
  /** The button's name, with the number of items. */
  label: string;
  icon: ReactNode;
  /** Wraps the button, for example with a counter. */
  around?: (button: ReactElement) => ReactElement;
  /** The heading of the panel; it gets the focus. */
  title: string;
  /** Elements next to the heading. */
  tools?: ReactNode;
  children: (close: () => void) => ReactNode;
  foot: (close: () => void) => ReactNode;
}

/** A header button with a panel: a heading, content and a foot. */
export function HeaderPanel({
  label,
  icon,
  around = (button) => button,
  title,
  tools,
  children,
  foot,
}: HeaderPanelProps) {
  const heading = useId();
  const [opened, { close, toggle }] = useDisclosure(false);
  return (
    <Popover {...POPUP} opened={opened} onChange={close} position="bottom-end">
      {around(
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            onClickCapture={dropSecondPress}
            onClick={toggle}
            aria-label={label}
          >
            {icon}
          </ActionIcon>
        </Popover.Target>,
      )}
      <Popover.Dropdown className="popup bare" aria-labelledby={heading}>
        <div className="header-panel">
          <div className="header-panel-head">
            <h2 id={heading} tabIndex={-1} data-autofocus>
              {title}
            </h2>
            {tools}
          </div>
          <div className="header-panel-body">{children(close)}</div>
          <div className="header-panel-foot">{foot(close)}</div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
