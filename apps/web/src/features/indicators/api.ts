import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Success key indicators of a project in a phase. */
export function indicatorsQuery(code: string, phaseId: number) {
  return queryOptions({
    queryKey: ['project', code, 'indicators', phaseId],
    queryFn: async () => {
      const params = { projectCode: code, projectPhaseId: phaseId };
      return (await call('GET /projects/:projectCode/phases/:projectPhaseId/success-key-indicator', { params }))
        .payload;
    },
  });
}
