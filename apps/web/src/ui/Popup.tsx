import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { firstFocusableIn, focusableIn } from './focus-guard.ts';
import './popup.css';

const GAP = 6;
/** Space at the edge of the screen. */
const EDGE = 5;
const LEAST_HEIGHT = 120;

interface PopupProps {
  onClose: () => void;
  /** The edge that it shares with its anchor, if there is room. */
  align?: 'start' | 'end';
  /** The anchor around the pressed element: the field of a button. */
  beside?: string | undefined;
  width?: number;
  role?: 'dialog' | 'menu';
  'aria-label'?: string;
  'aria-labelledby'?: string;
  /** Class besides `popup`: `bare` without padding, `menu`. */
  className?: string;
  /** The element that gets the focus unless one has an own mark; the first focusable by default. */
  first?: (popup: HTMLElement) => HTMLElement | undefined;
  /** Handles keys before the defaults: Escape closes, Tab wraps around. */
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
}

/** Returns whether a popup is open, which Escape closes first. */
export const isPopupOpen = () => document.querySelector('.popup') !== null;

/** Places it below its anchor, or above if there is more room, and within the screen. */
function place(popup: HTMLElement, align: 'start' | 'end', beside: string | undefined): void {
  const opener = popup.previousElementSibling;
  const anchor = beside === undefined ? opener : opener?.closest(beside);
  if (!anchor) return;
  const { style } = popup;
  style.maxHeight = '';
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - bottom - GAP - EDGE;
  const above = top - GAP - EDGE;
  const under = height <= below || below >= above;
  const room = Math.max(under ? below : above, LEAST_HEIGHT);
  const wanted = align === 'end' ? right - width : left;
  style.left = `${Math.max(EDGE, Math.min(wanted, clientWidth - width - EDGE))}px`;
  style.top = under ? `${bottom + GAP}px` : 'auto';
  style.bottom = under ? 'auto' : `${clientHeight - top + GAP}px`;
  style.maxHeight = `${room}px`;
  popup.toggleAttribute('data-high', height > room);
}

/** Moves the focus in, and back at the end. */
function begin(popup: HTMLElement, first: PopupProps['first']): void {
  const wanted = popup.querySelector<HTMLElement>('[data-autofocus]') ?? first?.(popup);
  (wanted ?? firstFocusableIn(popup) ?? popup).focus({ preventScroll: true });
}

function goBack(popup: HTMLElement, opener: Element | null): void {
  // A focus that the user has moved elsewhere stays.
  if (!popup.contains(document.activeElement)) return;
  const known = opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : undefined;
  const anchor = popup.previousElementSibling;
  (known ?? (anchor ? focusableIn(anchor)[0] : undefined))?.focus({ preventScroll: true });
}

/** Keeps Tab within the popup. */
function goRound(event: KeyboardEvent<HTMLDivElement>): void {
  const inside = focusableIn(event.currentTarget);
  const [first] = inside;
  const last = inside.at(-1);
  const { activeElement } = document;
  const atEnd = activeElement === (event.shiftKey ? first : last);
  if (first && !atEnd && activeElement !== event.currentTarget) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/**
 * A popup beside its anchor, the element before it; it is open while it is rendered. It is one element in the top
 * layer, placed once, so it appears with the paint of the press. The library's popover was too slow with its portal,
 * repeated placing and fading (docs/decisions/0107-input-response.md).
 */
export function Popup(props: PopupProps) {
  const { onClose, align = 'end', beside, width, role = 'dialog', className = '', first, onKeyDown, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  const close = useEffectEvent(onClose);
  const beginIn = useEffectEvent((element: HTMLElement) => begin(element, first));
  useLayoutEffect(() => {
    const element = popup.current;
    if (!element) return undefined;
    element.showPopover();
    place(element, align, beside);
    beginIn(element);
    return () => goBack(element, opener);
  }, [align, beside, opener]);
  useEffect(() => {
    const element = popup.current;
    if (!element) return undefined;
    const again = () => place(element, align, beside);
    const pressed = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return;
      if (!element.contains(target) && !element.previousElementSibling?.contains(target)) close();
    };
    // The second press of a double click was meant for the closed state.
    const doubled = (event: MouseEvent) => {
      const { detail, target } = event;
      if (detail > 1 && target instanceof Node && element.previousElementSibling?.contains(target)) {
        event.stopPropagation();
      }
    };
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) again();
    };
    let { offsetHeight: known } = element;
    const grown = new ResizeObserver(() => {
      // In the next frame, not while listeners run.
      if (element.offsetHeight !== known) requestAnimationFrame(again);
      known = element.offsetHeight;
    });
    grown.observe(element);
    addEventListener('resize', again);
    addEventListener('scroll', scrolled, { capture: true, passive: true });
    addEventListener('pointerdown', pressed, { capture: true });
    addEventListener('click', doubled, { capture: true });
    return () => {
      grown.disconnect();
      removeEventListener('resize', again);
      removeEventListener('scroll', scrolled, { capture: true });
      removeEventListener('pointerdown', pressed, { capture: true });
      removeEventListener('click', doubled, { capture: true });
    };
  }, [align, beside]);
  const left = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (!relatedTarget || currentTarget.contains(relatedTarget)) return;
    if (!currentTarget.previousElementSibling?.contains(relatedTarget)) onClose();
  };
  const pressedKey = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event);
    if (event.defaultPrevented) return;
    if (event.key === 'Tab' && role === 'dialog') goRound(event);
    // An open list inside is closed first; the library marks it with this attribute.
    if (event.key !== 'Escape' || (event.target as HTMLElement).dataset['mantineStopPropagation'] === 'true') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      ref={popup}
      popover="manual"
      role={role}
      tabIndex={-1}
      className={`popup ${className}`}
      style={{ width }}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-labelledby']}
      onBlur={left}
      onKeyDown={pressedKey}
    >
      {children}
    </div>
  );
}
