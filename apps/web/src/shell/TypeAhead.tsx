import { type Ref, useImperativeHandle, useRef } from 'react';

/** Text typed while the search was still loading; `entered`: Enter was pressed afterwards. */
export interface TypedAhead {
  text: string;
  entered: boolean;
}

export interface TypeAheadHandle {
  /** Takes the keys until the search has its own field; otherwise they would change the field where the person was. */
  begin: () => void;
  take: () => TypedAhead;
}

/** An invisible field outside of the tab order. */
export function TypeAhead({ label, ref }: { label: string; ref: Ref<TypeAheadHandle> }) {
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const state = useRef({ collecting: false, entered: false });
  useImperativeHandle(ref, () => ({
    begin: () => {
      before.current = document.activeElement;
      state.current = { collecting: true, entered: false };
      field.current?.focus({ preventScroll: true });
    },
    take: () => {
      const typed = { text: field.current?.value ?? '', entered: state.current.entered };
      state.current = { collecting: false, entered: false };
      if (field.current) field.current.value = '';
      return typed;
    },
  }));
  return (
    <input
      ref={field}
      className="type-ahead"
      tabIndex={-1}
      autoComplete="off"
      aria-label={label}
      onKeyDown={({ key }) => {
        if (key === 'Enter') state.current.entered = true;
      }}
      onFocus={() => {
        // The search is closed and gives the focus back: it belongs to where the person was, or to the screen.
        if (state.current.collecting) return;
        const origin = before.current === document.body ? document.getElementById('main') : before.current;
        if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
      }}
    />
  );
}
