import type { ReactNode } from 'react';
import { IconInbox } from './icons.ts';

/** An empty state: one sentence and one next step. */
export function Empty({
  title,
  hint,
  page,
  children,
}: {
  title: string;
  hint?: string;
  /** The whole page is empty: the sentence is its heading. */
  page?: boolean;
  children?: ReactNode;
}) {
  return (
    <div style={{ padding: '32px 16px', textAlign: 'center' }}>
      <IconInbox size={24} stroke={1.5} aria-hidden color="var(--p-text-3)" />
      {page ? <h1>{title}</h1> : <p className="strong">{title}</p>}
      {hint && <p className="meta">{hint}</p>}
      {children && <div style={{ marginTop: 12 }}>{children}</div>}
    </div>
  );
}
