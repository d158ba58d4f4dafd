import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useRouterState } from '@tanstack/react-router';

interface TabLinksProps {
  /** Named, it is a navigation of its own; without a name it belongs to the section around it. */
  label?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** A row of tabs with addresses. Where they do not fit, the chosen one is scrolled into view. */
export function TabLinks({ label, style, children }: TabLinksProps) {
  const row = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row.current || !chosen) return;
    const { left, right } = row.current.getBoundingClientRect();
    const tab = chosen.getBoundingClientRect();
    // Only sideways: the page itself must not jump.
    if (tab.left < left) row.current.scrollLeft += tab.left - left;
    else if (tab.right > right) row.current.scrollLeft += tab.right - right;
  }, [path]);
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
