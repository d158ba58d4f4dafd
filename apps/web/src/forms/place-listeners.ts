import { type Path, pathName, placesAround, stepsOf } from './value-paths.ts';

export type Listener = () => void;

const isBelow = (place: string, name: string) => place.startsWith(`${name}[`) || place.startsWith(`${name}.`);

/**
 * Listeners by path in a form: a change notifies its own path and the enclosing ones, and the paths below it if the
 * whole value changed.
 */
export class PlaceListeners {
  private readonly places = new Map<string, Set<Listener>>();

  add(name: string, listener: Listener): () => void {
    const known = this.places.get(name) ?? new Set();
    known.add(listener);
    this.places.set(name, known);
    return () => {
      known.delete(listener);
      if (known.size === 0) this.places.delete(name);
    };
  }

  /** Notifies the listeners of one place; with `whole` also everything below it. */
  notify(path: Path, whole: boolean): void {
    for (const name of placesAround(path)) this.places.get(name)?.forEach((listener) => listener());
    if (!whole) return;
    const name = pathName(path);
    for (const [place, listeners] of this.places) {
      if (isBelow(place, name)) listeners.forEach((listener) => listener());
    }
  }

  /** Notifies the listeners of places, of those around them, and of those below the whole ones. */
  notifyPlaces(leaves: readonly string[], wholes: readonly string[]): void {
    const around = new Set([...leaves, ...wholes].flatMap((name) => placesAround(stepsOf(name))));
    for (const [place, listeners] of this.places) {
      if (around.has(place) || wholes.some((name) => isBelow(place, name))) listeners.forEach((listener) => listener());
    }
  }

  notifyAll(): void {
    for (const listeners of this.places.values()) listeners.forEach((listener) => listener());
  }
}
