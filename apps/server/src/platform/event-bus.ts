/**
 * What is announced, by name; each module that announces something declares it here (declaration merging), so that a
 * listener is typed by what it listens to.
 */
export interface EventMap {}

export type EventName = keyof EventMap;
type Listener<Name extends EventName> = (told: EventMap[Name]) => Promise<void>;

/**
 * Tells those who registered at the start what has happened, so that a module need not know who stands above it.
 * Listeners run one after the other, in the transaction that the announcement carries: one that fails undoes it all.
 */
export class EventBus {
  readonly #listeners = new Map<EventName, Listener<EventName>[]>();

  on<Name extends EventName>(name: Name, listener: Listener<Name>): void {
    const listeners = this.#listeners.get(name) ?? [];
    this.#listeners.set(name, [...listeners, listener as Listener<EventName>]);
  }

  async announce<Name extends EventName>(name: Name, told: EventMap[Name]): Promise<void> {
    for (const listener of this.#listeners.get(name) ?? []) await listener(told);
  }
}
