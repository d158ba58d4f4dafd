import type { ReactNode } from 'react';
import './administration.css';

/** A read-only list of names with their values. */
export function NamedValues({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="named-values">
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
