type Listener = () => void;

/** Requests to scroll to a place of the form. */
export class RevealRequests {
  private readonly listeners = new Set<Listener>();
  private place = '';
  private count = 0;

  /** The last requested place, with a number that makes each request a new one; empty before the first. */
  get latest(): string {
    return this.count === 0 ? '' : `${this.place}#${this.count}`;
  }

  request(place: string): void {
    this.place = place;
    this.count += 1;
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}
