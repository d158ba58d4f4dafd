import { Menu as LibraryMenu } from '@mantine/core';
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { IconCheck, IconSearch } from './icons.ts';
import { dropSecondPress, MENU_PLACE, POPUP } from './popup.ts';

/** Properties for the button that opens a menu. */
interface OpenerProps {
  onClickCapture?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

interface MenuProps {
  /** The button that opens the menu. */
  opener: ReactElement<OpenerProps>;
  align?: 'start' | 'end';
  width?: number;
  /**
   * Open when first rendered, for a menu that is only rendered by the press that opens it, as in rows of long tables.
   */
  startsOpen?: boolean;
  /** A MenuSearch above the items. */
  search?: ReactNode;
  children: ReactNode;
}

/** Focuses the chosen item, or else the first, at once, so that a key pressed right afterwards goes to the menu. */
function begin(menu: HTMLElement | null): void {
  const chosen = menu?.querySelector<HTMLElement>('[data-autofocus]');
  (chosen ?? menu?.querySelector<HTMLElement>('[data-menu-item]'))?.focus({ preventScroll: true });
}

/** The ARIA role `menu` allows only items, so a popup that contains a search as well becomes a dialog. */
function beginSearched(menu: HTMLElement | null): void {
  menu?.setAttribute('role', 'dialog');
  menu?.removeAttribute('aria-orientation');
  begin(menu);
}

/** A button with a menu: arrows lead through it, Escape and Tab close it. */
export function Menu({ opener, align = 'end', width, startsOpen = false, search, children }: MenuProps) {
  const [opened, setOpened] = useState(startsOpen);
  const id = useId();
  const change = (open: boolean) => {
    // Before what an item opens is rendered, so that a dialog knows its origin.
    if (!open) document.getElementById(id)?.focus({ preventScroll: true });
    setOpened(open);
  };
  return (
    <LibraryMenu
      {...POPUP}
      portalProps={MENU_PLACE}
      id={id}
      opened={opened}
      onChange={change}
      position={`bottom-${align}`}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      withInitialFocusPlaceholder={false}
      {...(width === undefined ? {} : { width })}
    >
      <LibraryMenu.Target>
        {cloneElement(opener, {
          onClickCapture: dropSecondPress,
          onKeyDown: (event) => {
            if (opened || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
            event.preventDefault();
            setOpened(true);
          },
        })}
      </LibraryMenu.Target>
      <LibraryMenu.Dropdown
        ref={search ? beginSearched : begin}
        className="popup menu"
        onKeyDown={({ key }) => {
          // After Tab the focus moves on from the button.
          if (key === 'Tab' || key === 'Escape') change(false);
        }}
      >
        {search}
        {search ? (
          <div role="menu" aria-labelledby={`${id}-target`}>
            {children}
          </div>
        ) : (
          children
        )}
      </LibraryMenu.Dropdown>
    </LibraryMenu>
  );
}

interface ItemProps {
  onClick?: () => void;
  /** A link to another page in a new tab. */
  href?: string;
  icon?: ReactNode;
  lang?: string;
  /** Readable, with the reason why it is not available. */
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem({ onClick, href, icon, lang, disabled = false, children }: ItemProps) {
  const same = { className: 'menu-item', lang, leftSection: icon, onClick: disabled ? undefined : onClick };
  if (href !== undefined) {
    return (
      <LibraryMenu.Item {...same} component="a" href={href} target="_blank" rel="noreferrer">
        {children}
      </LibraryMenu.Item>
    );
  }
  return (
    <LibraryMenu.Item {...same} aria-disabled={disabled || undefined} closeMenuOnClick={!disabled}>
      {children}
    </LibraryMenu.Item>
  );
}

interface RadioItemProps {
  checked: boolean;
  onClick: () => void;
  icon?: ReactNode;
  children: ReactNode;
}

/** One of several exclusive choices. */
export function MenuRadioItem({ checked, onClick, icon, children }: RadioItemProps) {
  return (
    <LibraryMenu.RadioItem
      className="menu-item"
      value=""
      checked={checked}
      checkIcon={<IconCheck size={14} aria-hidden />}
      rightSection={icon}
      closeMenuOnClick
      onClick={onClick}
      {...(checked ? { 'data-autofocus': true } : {})}
    >
      {children}
    </LibraryMenu.RadioItem>
  );
}

interface CheckItemProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A choice of its own, on or off. */
export function MenuCheckItem({ checked, onChange, children }: CheckItemProps) {
  return (
    <LibraryMenu.CheckboxItem
      className="menu-item"
      checked={checked}
      checkIcon={<IconCheck size={14} aria-hidden />}
      closeMenuOnClick
      onChange={onChange}
    >
      {children}
    </LibraryMenu.CheckboxItem>
  );
}

interface SearchProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
}

/** Narrows the items of a menu; arrows and Enter choose among them while one types. */
export function MenuSearch({ label, value, onChange }: SearchProps) {
  return (
    <LibraryMenu.Search
      className="menu-search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The heading of the items below. */
export const MenuLabel = LibraryMenu.Label;

export const MenuLine = LibraryMenu.Divider;
