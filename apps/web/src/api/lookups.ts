import type { Reference } from '@pimis/contract/registries';
import { call } from './client.ts';

/** Budget users whose name or number begins with the text; at most as many as the server offers. */
export async function searchBudgetUsers(text: string): Promise<Reference[]> {
  return (await call<Reference[]>('GET', `registry/budget-users?filter[search]=${encodeURIComponent(text)}`)).payload;
}
