import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { useCurrentInView } from './use-current-in-view.ts';

interface TabLinksProps {
  /** With a name it is a navigation landmark; otherwise part of its section. */
  label?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** Tabs with addresses. If they do not fit, the current one is scrolled into view. */
export function TabLinks({ label, style, children }: TabLinksProps) {
  const row = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useCurrentInView(row, '[aria-current="page"]', path);
  const props = { className: 'tabs', ...(style ? { style } : {}) };
  return label ? (
    <nav ref={row} aria-label={label} {...props}>
      {children}
    </nav>
  ) : (
    <div
      ref={(element) => {
        row.current = element;
      }}
      {...props}
    >
      {children}
    </div>
  );
}
