/** One sentence for an error. Several failed attempts to connect form one error without a message. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Something that a setting names has failed; the message begins with the setting. */
export class PartFailed extends Error {
  constructor(setting: string, cause: unknown) {
    super(`${setting}: ${messageOf(cause)}`, { cause });
    this.name = 'PartFailed';
  }
}

/** Runs the use of a part; its failure names the setting. Error: PartFailed. */
export async function partOf<Result>(setting: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new PartFailed(setting, error);
  }
}
