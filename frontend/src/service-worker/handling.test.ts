import { describe, expect, it } from 'vitest';
import { handlingOf, isAway, mayKeep } from './handling.js';

const ORIGIN = 'https://resq.example';
const ask = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  handlingOf({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN);

describe('the worker answers', () => {
  it.each(['/', '/app', '/app/alarm/1', '/finns-inte', '/apiary', '/licenses.txt'])(
    'the page %s from the network first',
    (path) => expect(ask(path, 'navigate')).toBe('page'),
  );

  it.each([
    '/assets/index-DxK9_a1b.js',
    '/assets/index-abcd-123.css',
    '/assets/a-b-12345678.woff2',
  ])('%s from the cache, because its name changes with its content', (path) =>
    expect(ask(path)).toBe('asset'),
  );

  it.each([
    ['data', '/api/alarms/1', 'cors', 'GET'],
    ['data opened as a page', '/api/docs', 'navigate', 'GET'],
    ['the socket', '/socket.io/?EIO=4', 'cors', 'GET'],
    ['a press', '/api/buildings/1/alarms', 'cors', 'POST'],
    ['a form sent as a page', '/app', 'navigate', 'POST'],
    ['another site', 'https://other.example/assets/index-DxK9_a1b.js', 'cors', 'GET'],
    ['a file without a hash', '/assets/index.js', 'cors', 'GET'],
    ['a picture', '/assets/building-light-IZq0Az04.svg', 'no-cors', 'GET'],
    ['a file of the root', '/manifest.webmanifest', 'cors', 'GET'],
    ['its own script', '/sw.js', 'same-origin', 'GET'],
  ] as const)('never %s', (_, path, mode, method) => {
    expect(ask(path, mode, method)).toBe('none');
  });
});

it.each([
  [502, true],
  [503, true],
  [504, true],
  [500, false],
  [404, false],
  [200, false],
])('a page with the status %d is replaced by the offline page: %s', (status, expected) => {
  expect(isAway({ status })).toBe(expected);
});

it('keeps whole files of this server only', () => {
  expect(mayKeep({ status: 200, type: 'basic' })).toBe(true);
  expect(mayKeep({ status: 404, type: 'basic' })).toBe(false);
  expect(mayKeep({ status: 206, type: 'basic' })).toBe(false);
  expect(mayKeep({ status: 0, type: 'opaque' })).toBe(false);
});
