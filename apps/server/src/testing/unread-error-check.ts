/**
 * Finds refusals that no test has read. A step that prepares a test usually ignores its answer; if it is refused, the
 * test would continue from a wrong state.
 */
export class UnreadRefusals {
  private readonly unseen = new Set<string>();

  /** The answer; any access to it counts as reading. */
  watch<Answer extends object>(name: string, answer: Answer): Answer {
    this.unseen.add(name);
    return new Proxy(answer, {
      get: (target, property, receiver) => {
        // Awaiting a promise reads `then`, which does not count.
        if (property !== 'then') this.unseen.delete(name);
        return Reflect.get(target, property, receiver) as unknown;
      },
      ownKeys: (target) => {
        this.unseen.delete(name);
        return Reflect.ownKeys(target);
      },
    });
  }

  /** The names of the unread refusals. */
  get never(): string[] {
    return [...this.unseen];
  }
}
