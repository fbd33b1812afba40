import { helpViewOf, type Helper } from './alarm-views.js';

const at = (minute: number) => `2026-11-22T08:0${minute}:00.000Z`;
const member = (membershipId: string, more: Partial<Helper>): Helper => ({
  membershipId,
  name: membershipId,
  home: { apartment: '1101' },
  ...more,
});
const coming = (respondedAt: string, more: Partial<Helper> = {}) =>
  member('comer', { response: 'coming', respondedAt, ...more });
const caller = member('caller', { calledAt: at(5), response: 'need_help', respondedAt: at(5) });
const ids = (list: { membershipId: string }[] = []) => list.map(({ membershipId }) => membershipId);

/** Returns who comes and who has seen the call, as the member who called is shown it. */
function shownToCaller(...others: Helper[]) {
  const { coming, seen, comingCount, seenCount } = helpViewOf('a', [caller, ...others], 'caller');
  expect([comingCount, seenCount]).toEqual([coming?.length, seen?.length]);
  return { coming: ids(coming), seen: ids(seen) };
}

it('names the neighbours who said after the call that they come', () => {
  expect(shownToCaller(coming(at(5)))).toEqual({ coming: ['comer'], seen: [] });
});

it('names a neighbour who set out before the call only once they have seen the call', () => {
  expect(shownToCaller(coming(at(4)))).toEqual({ coming: [], seen: [] });
  expect(shownToCaller(coming(at(4), { sawUntil: at(4) }))).toEqual({ coming: [], seen: [] });
  expect(shownToCaller(coming(at(4), { sawUntil: at(5) }))).toEqual({
    coming: ['comer'],
    seen: [],
  });
});

it('names the neighbours who have seen this call, not those who saw an earlier one', () => {
  const [late, early] = [member('late', { sawUntil: at(5) }), member('early', { sawUntil: at(4) })];
  expect(shownToCaller(late, early)).toEqual({ coming: [], seen: ['late'] });
});

it('does not name the member who called among those who have seen the call', () => {
  const view = helpViewOf('a', [{ ...caller, sawUntil: at(6) }], 'caller');
  expect(view.seen).toEqual([]);
});

it('lists at most twenty neighbours and counts all', () => {
  const many = Array.from({ length: 25 }, (_, n) => member(`m${n}`, { sawUntil: at(6) }));
  const view = helpViewOf('a', [caller, ...many], 'caller');
  expect([view.seen?.length, view.seenCount]).toEqual([20, 25]);
  expect(view.seen?.[0]).toEqual({ membershipId: 'm0', name: 'm0', home: { apartment: '1101' } });
});

it('is a number without names for a neighbour who comes, and empty for all others', () => {
  const other = member('other', { response: 'coming', respondedAt: at(1) });
  const helpers = [caller, coming(at(6)), other, member('seer', { sawUntil: at(6) })];
  expect(helpViewOf('a', helpers, 'comer')).toEqual({ alarmId: 'a', comingCount: 2 });
  expect(helpViewOf('a', helpers, 'seer')).toEqual({ alarmId: 'a' });
  expect(helpViewOf('a', helpers, 'stranger')).toEqual({ alarmId: 'a' });
});
