/** Events by name. A module declares its events here (declaration merging), so that listeners are typed. */
export interface EventMap {}

export type EventName = keyof EventMap;
type Listener<Name extends EventName> = (event: EventMap[Name]) => Promise<void>;

/**
 * Calls the registered listeners of an event, so that a module does not depend on the modules above it. Listeners run
 * in sequence in the transaction of the event; an error in one rolls everything back.
 */
export class EventBus {
  readonly #listeners = new Map<EventName, Listener<EventName>[]>();

  on<Name extends EventName>(name: Name, listener: Listener<Name>): void {
    const listeners = this.#listeners.get(name) ?? [];
    this.#listeners.set(name, [...listeners, listener as Listener<EventName>]);
  }

  async publish<Name extends EventName>(name: Name, event: EventMap[Name]): Promise<void> {
    for (const listener of this.#listeners.get(name) ?? []) await listener(event);
  }
}
