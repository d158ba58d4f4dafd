import type { PopoverProps } from '@mantine/core';
import './popup.css';

const GAP = 6;
/** Space at the edge of the screen. */
const EDGE = 5;

/** How the library's popovers and menus behave here: within the screen, with the focus, and without a transition. */
export const POPUP = {
  offset: GAP,
  trapFocus: true,
  returnFocus: true,
  transitionProps: { duration: 0 },
  middlewares: { flip: { padding: EDGE }, shift: { padding: EDGE }, size: { padding: EDGE } },
} as const satisfies Partial<PopoverProps>;

/** Menus are rendered here: unlike a dialog, a menu has to be part of a landmark. */
const menus = document.createElement('aside');
document.body.append(menus);

export const MENU_PLACE = { target: menus } as const;

/** Returns whether a popup is open, which Escape closes first. */
export const isPopupOpen = () => document.querySelector('.popup') !== null;

/** Ignores the second press of a double click: it was meant for the state before the first. */
export function dropSecondPress(event: { detail: number; preventDefault: () => void; stopPropagation: () => void }) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
