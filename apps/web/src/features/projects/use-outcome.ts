import { useEffect, useRef } from 'react';
import type { Project } from '@pimis/contract/projects';

/** After a step the focus moves to the new state of the project. */
export function useOutcome({
  code,
  phase,
  phaseStatus,
  status,
}: Pick<Project, 'code' | 'phase' | 'phaseStatus' | 'status'>) {
  const outcome = useRef<HTMLSpanElement>(null);
  const stands = [code, phase, phaseStatus, status].join('/');
  const before = useRef({ code, stands });
  useEffect(() => {
    const moved = before.current.code === code && before.current.stands !== stands;
    before.current = { code, stands };
    // A user who is typing or in a dialog, for example while a colleague takes a step, keeps the focus.
    const atWork = document.activeElement?.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"]',
    );
    if (moved && !atWork) outcome.current?.focus({ preventScroll: true });
  }, [code, stands]);
  return outcome;
}
