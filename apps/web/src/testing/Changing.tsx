import { type ReactElement, useEffect, useState } from 'react';

/** Shows the second page once somebody else has acted: after the event `moved` of the window. */
export function Changing({ pages }: { pages: [ReactElement, ReactElement] }) {
  const [moved, setMoved] = useState(false);
  useEffect(() => window.addEventListener('moved', () => setMoved(true), { once: true }), []);
  return pages[moved ? 1 : 0];
}
