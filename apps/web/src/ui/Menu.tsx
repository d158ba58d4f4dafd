import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  use,
  useId,
  useRef,
  useState,
} from 'react';
import { IconCheck } from './icons.ts';
import { Popup } from './Popup.tsx';

/** Properties for the button that opens a menu. */
interface OpenerProps {
  id?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

interface MenuProps {
  /** A button; it is told to open the menu. */
  opener: ReactElement<OpenerProps>;
  align?: 'start' | 'end';
  width?: number;
  children: ReactNode;
}

/** Closes the menu and returns the focus before it runs the action, so that a dialog knows its origin. */
const Chosen = createContext<() => void>(() => {});

const isShown = (item: HTMLElement) => item.checkVisibility();
const allOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('.menu-item')];
const itemsOf = (menu: Element) => allOf(menu).filter(isShown);

/** The item that a key moves to; it wraps around. */
function itemFor(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : undefined;
}

/** A button with a menu: arrows lead through it, Escape and Tab close it. */
export function Menu({ opener, align = 'end', width, children }: MenuProps) {
  const [opened, setOpened] = useState(false);
  const own = useId();
  const button = useRef<HTMLElement>(null);
  const id = opener.props.id ?? own;
  const close = () => {
    button.current?.focus({ preventScroll: true });
    setOpened(false);
  };
  const open = (element: HTMLElement) => {
    button.current = element;
    setOpened(true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') {
      // Moves to the element after the button.
      close();
      return;
    }
    const item = itemFor(event.key, itemsOf(event.currentTarget));
    if (!item) return;
    event.preventDefault();
    item.focus();
  };
  return (
    <>
      {cloneElement(opener, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        onClick: ({ currentTarget }) => (opened ? close() : open(currentTarget)),
        onKeyDown: (event) => {
          if (opened || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          open(event.currentTarget);
        },
      })}
      {opened && (
        <Popup
          role="menu"
          className="menu"
          align={align}
          aria-labelledby={id}
          onClose={() => setOpened(false)}
          first={(menu) => allOf(menu).find(isShown)}
          onKeyDown={onKeyDown}
          {...(width === undefined ? {} : { width })}
        >
          <Chosen value={close}>{children}</Chosen>
        </Popup>
      )}
    </>
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
  const chosen = use(Chosen);
  const choose = () => {
    if (disabled) return;
    chosen();
    onClick?.();
  };
  const same = { role: 'menuitem', className: 'menu-item', tabIndex: -1, lang, onClick: choose };
  const content = (
    <>
      {icon}
      <span>{children}</span>
    </>
  );
  if (href !== undefined) {
    return (
      <a {...same} href={href} target="_blank" rel="noreferrer">
        {content}
      </a>
    );
  }
  return (
    <button {...same} type="button" aria-disabled={disabled || undefined}>
      {content}
    </button>
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
  const chosen = use(Chosen);
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      className="menu-item"
      tabIndex={-1}
      {...(checked ? { 'data-autofocus': true } : {})}
      onClick={() => {
        chosen();
        onClick();
      }}
    >
      <span className="menu-check">{checked && <IconCheck size={14} aria-hidden />}</span>
      <span>{children}</span>
      {icon}
    </button>
  );
}

/** The heading of the items below. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="menu-label">{children}</div>;
}

export const MenuLine = () => <hr className="menu-line" />;
