import { PacedReloads } from './connection-admission.js';

let notified: string[];
let reloads: PacedReloads;

beforeEach(() => {
  jest.useFakeTimers();
  notified = [];
  reloads = new PacedReloads();
});
afterEach(() => jest.useRealTimers());

const tab = (name: string) => ({ emit: (event: string) => notified.push(`${event} ${name}`) });

it('tells one tab after the other', () => {
  reloads.add([tab('anna'), tab('karl')]);
  expect(notified).toEqual([]);
  jest.advanceTimersByTime(10);
  expect(notified).toEqual(['me:changed anna']);
  jest.advanceTimersByTime(10);
  expect(notified).toEqual(['me:changed anna', 'me:changed karl']);
  jest.advanceTimersByTime(10);
  expect(jest.getTimerCount()).toBe(0);
});

it('lets no building with a lot of news hold up another one', () => {
  const crowd = Array.from({ length: 50 }, (_, n) => tab(`${n}`));
  for (let news = 0; news < 20; news += 1) reloads.add(crowd);
  reloads.add([tab('otto')]);
  for (let ms = 0; ms < 510; ms += 10) {
    reloads.add(crowd);
    jest.advanceTimersByTime(10);
  }
  expect(notified).toContain('me:changed otto');
});
