import type { Reference } from '@pimis/contract/registries';
import { readersScript } from '../browser/readers-script.ts';
import { call } from './client.ts';

/** Rows of a registry whose name or code fits the text; as many as the server offers. */
export async function referencesOf(registry: string, text: string): Promise<Reference[]> {
  const { payload } = await call('GET /registry/:registry', {
    params: { registry },
    query: { 'filter[search]': text, ...readersScript() },
  });
  return payload.map(({ id, name }) => ({ id: String(id), name }));
}

/** Budget users whose name or number begins with the text; as many as the server offers. */
export function searchBudgetUsers(text: string): Promise<Reference[]> {
  return referencesOf('budget-users', text);
}
