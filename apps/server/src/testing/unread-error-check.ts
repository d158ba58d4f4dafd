/**
 * Answers that refuse a call, until somebody looks at them. What only leads to a test is called without looking at the
 * answer: were it refused, the test would go on from something else than it says.
 */
export class LookedAt {
  private readonly unseen = new Set<string>();

  /** The answer itself; reading anything of it counts as having looked. */
  watch<Answer extends object>(name: string, answer: Answer): Answer {
    this.unseen.add(name);
    return new Proxy(answer, {
      get: (target, property, receiver) => {
        // Whoever waits for a promise asks what it has brought for `then`.
        if (property !== 'then') this.unseen.delete(name);
        return Reflect.get(target, property, receiver) as unknown;
      },
      ownKeys: (target) => {
        this.unseen.delete(name);
        return Reflect.ownKeys(target);
      },
    });
  }

  /** The names of those at which nobody has looked. */
  get never(): string[] {
    return [...this.unseen];
  }
}
