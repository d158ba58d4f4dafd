import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useOptimisticValue } from '../../ui/use-optimistic-value.ts';
import { readChoice, type ReportChoice } from './choice.ts';

/** The present choice, and a function that changes the address. */
export function useChoice(): [ReportChoice, (change: ReportChoice) => void] {
  const navigate = useNavigate();
  const choice = readChoice(useRouterState({ select: (state) => state.location.search as Record<string, unknown> }));
  const { shown, ask } = useOptimisticValue(choice, (wanted) => {
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    // The screen scrolls to a shown report by itself, also before the address has changed.
    return navigate({ to: '/reporting', search: given, replace: true, resetScroll: false });
  });
  return [shown, (next) => ask((now) => ({ ...now, ...next }))];
}
