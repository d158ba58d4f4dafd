import type { HealthPart } from '@pimis/contract/health';
import { withoutSecrets } from '../../platform/process/secrets.ts';

const REASON_LENGTH = 300;

/** The result of a check; an empty one means that the part works. */
export type Outcome = Partial<Omit<HealthPart, 'part'>>;

export const partOf = (part: HealthPart['part'], outcome: Outcome = {}): HealthPart => ({
  part,
  state: 'ok',
  ms: null,
  cause: null,
  reason: null,
  until: null,
  ...outcome,
});

/** A part that is not set. */
export const off = (part: HealthPart['part']): HealthPart => partOf(part, { state: 'off' });

/** The first line of an error, without secrets of the settings. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return withoutSecrets(text.split('\n')[0] ?? '', process.env).slice(0, REASON_LENGTH);
}
