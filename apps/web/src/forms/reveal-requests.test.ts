import { expect, it } from 'vitest';
import { RevealRequests } from './reveal-requests.ts';

it('each request is a new one, also to the same place, and is heard until its listener goes', () => {
  const requests = new RevealRequests();
  const heard: string[] = [];
  const stop = requests.subscribe(() => heard.push(requests.latest));
  expect(requests.latest).toBe('');
  requests.request('a');
  requests.request('a');
  requests.request('b');
  stop();
  requests.request('c');
  expect(heard).toEqual(['a#1', 'a#2', 'b#3']);
  expect(requests.latest).toBe('c#4');
});
