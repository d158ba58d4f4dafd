import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useFilterSearch } from '../use-portfolio-filter.ts';

/** Links between scenarios, which keep the shared filter. */

export function AllScenarios() {
  const { t } = useText();
  return (
    <Link to="/portfolio/scenarios" search={useFilterSearch()}>
      {t('scenarios.all')}
    </Link>
  );
}

export function ScenarioLink({ id, className, children }: { id: number; className?: string; children: ReactNode }) {
  return (
    <Link
      to="/portfolio/scenarios/$scenarioId"
      params={{ scenarioId: String(id) }}
      search={useFilterSearch()}
      {...(className !== undefined && { className })}
    >
      {children}
    </Link>
  );
}

/** Opens a scenario or, without an id, the list of scenarios. */
export function useToScenario(): (id?: number) => Promise<void> {
  const navigate = useNavigate();
  const search = useFilterSearch();
  return (id) =>
    id === undefined
      ? navigate({ to: '/portfolio/scenarios', search })
      : navigate({ to: '/portfolio/scenarios/$scenarioId', params: { scenarioId: String(id) }, search });
}
