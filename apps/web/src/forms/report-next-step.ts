import type { QueryClient } from '@tanstack/react-query';
import { projectQuery } from '../features/projects/api.ts';
import { formMessage } from '../features/projects/step-message.ts';
import type { Text } from '../i18n/use-text.ts';
import { notifySuccess } from '../ui/notify.tsx';

/** Reports what was done with a form, and the next step of the project. */
export async function reportNextStep(client: QueryClient, code: string, done: string, text: Text): Promise<void> {
  // The action is done even if the next step cannot be read.
  const stands = await client.fetchQuery({ ...projectQuery(code), staleTime: 0 }).catch(() => null);
  notifySuccess(stands ? formMessage(done, stands, text) : done);
}
