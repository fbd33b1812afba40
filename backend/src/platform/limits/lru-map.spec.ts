import { LruMap } from './lru-map.js';

let map: LruMap<string, number>;

beforeEach(() => {
  map = new LruMap<string, number>(2);
  map.set('a', 1).set('b', 2);
});

it('drops the entry that was saved longest ago', () => {
  map.set('c', 3);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ]);
});

it('counts a read as a use', () => {
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([...map.keys()]).toEqual(['a', 'c']);
  expect(map.get('b')).toBeUndefined();
});

it('counts a new value for a known key as a use, and has it once', () => {
  map.set('a', 4).set('c', 3);
  expect([...map]).toEqual([
    ['a', 4],
    ['c', 3],
  ]);
});
