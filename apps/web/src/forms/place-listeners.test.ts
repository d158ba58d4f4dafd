import { expect, it } from 'vitest';
import { PlaceListeners } from './place-listeners.ts';

const PLACES = ['rows', 'rows[1]', 'rows[1].x', 'rows[10].x', 'rowsTotal', 'other'];

function listening(): { places: PlaceListeners; heard: () => string[]; stop: (name: string) => void } {
  const places = new PlaceListeners();
  let heard: string[] = [];
  const ends = new Map(PLACES.map((name) => [name, places.add(name, () => heard.push(name))]));
  return {
    places,
    heard: () => {
      const all = heard;
      heard = [];
      return all;
    },
    stop: (name) => ends.get(name)?.(),
  };
}

it('a changed value is heard at its place and around it, and below it only if it changed as a whole', () => {
  const { places, heard } = listening();
  places.notify(['rows', 0], false);
  expect(heard()).toEqual(['rows', 'rows[1]']);
  places.notify(['rows', 0], true);
  expect(heard()).toEqual(['rows', 'rows[1]', 'rows[1].x']);
  places.notify(['rows'], true);
  expect(heard()).toEqual(['rows', 'rows[1]', 'rows[1].x', 'rows[10].x']);
});

it('several changed places are heard once by each listener', () => {
  const { places, heard } = listening();
  places.notifyPlaces(['rows[1].x', 'other'], ['rows[10]']);
  expect(heard()).toEqual(['rows', 'rows[1]', 'rows[1].x', 'rows[10].x', 'other']);
  places.notifyPlaces(['rows[1].x'], []);
  expect(heard()).toEqual(['rows', 'rows[1]', 'rows[1].x']);
});

it('everybody hears a change everywhere', () => {
  const { places, heard } = listening();
  places.notifyAll();
  expect(heard()).toEqual(PLACES);
});

it('who stops hears nothing more, and others at the place still do', () => {
  const { places, heard, stop } = listening();
  let others = 0;
  const end = places.add('rows', () => {
    others += 1;
  });
  stop('rows');
  places.notify(['rows'], false);
  expect([heard(), others]).toEqual([[], 1]);
  end();
  places.notifyAll();
  expect([heard(), others]).toEqual([PLACES.slice(1), 1]);
});
