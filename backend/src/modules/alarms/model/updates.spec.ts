import { isOver } from './alarm.js';
import { at, later, raised } from './testing/fixtures.js';
import { amend, callForHelp, extend } from './alarm-rules.js';

describe('a call for help', () => {
  it('is added, moved and removed, and a repeated one is ignored', () => {
    const first = callForHelp(raised(), 'karl', { needed: true, place: 'Vinden' }, at);
    expect(first?.record.needHelp).toEqual([
      { membershipId: 'karl', place: 'Vinden', at: at.toISOString() },
    ]);
    const record = first?.record ?? raised();
    expect(callForHelp(record, 'karl', { needed: true, place: 'Vinden' }, at)).toBeUndefined();
    expect(callForHelp(record, 'karl', { needed: true, place: 'Källaren' }, at)?.kind).toBe(
      'updated',
    );
    expect(callForHelp(record, 'karl', { needed: false }, at)?.record.needHelp).toEqual([]);
    expect(callForHelp(record, 'lisa', { needed: false }, at)).toBeUndefined();
  });

  it('leaves the calls of other members alone', () => {
    const first = callForHelp(raised(), 'karl', { needed: true }, at)?.record ?? raised();
    const both = callForHelp(first, 'lisa', { needed: true }, later(1))?.record ?? raised();
    const moved = callForHelp(both, 'karl', { needed: true, place: 'Vinden' }, later(2));
    expect(moved?.record.needHelp).toStrictEqual([
      { membershipId: 'lisa', at: later(1).toISOString() },
      { membershipId: 'karl', place: 'Vinden', at: at.toISOString() },
    ]);
    const ended = callForHelp(both, 'karl', { needed: false }, later(2));
    expect(ended?.record.needHelp.map(({ membershipId }) => membershipId)).toEqual(['lisa']);
  });
});

describe('an amendment by the sender', () => {
  it('changes one text of the alarm and leaves the other as it is', () => {
    const placed = amend(raised(), { place: 'Källaren' })?.record ?? raised();
    const noted = amend(placed, { note: 'Det brinner i ett förråd' });
    expect(noted).toMatchObject({
      kind: 'updated',
      record: { place: 'Källaren', note: 'Det brinner i ett förråd' },
    });
  });

  it('changes nothing when it repeats the current texts or has none', () => {
    const placed = amend(raised(), { place: 'Källaren' })?.record ?? raised();
    expect(amend(placed, { place: 'Källaren' })).toBeUndefined();
    expect(amend(raised(), {})).toBeUndefined();
  });

  it('removes a text that is sent empty', () => {
    const placed = amend(raised(), { place: 'Källaren' })?.record ?? raised();
    expect(amend(placed, { place: '' })?.record).not.toHaveProperty('place');
    expect(amend(raised(), { place: '' })).toBeUndefined();
  });
});

describe('an extension', () => {
  it('lasts an hour from the request, and a repeat within a minute changes nothing', () => {
    const step = extend(raised(), later(56));
    expect(step).toMatchObject({
      kind: 'updated',
      record: { expiresAt: later(116).toISOString() },
    });
    expect(extend(step?.record ?? raised(), later(56.5))).toBeUndefined();
    expect(extend(step?.record ?? raised(), later(57))?.record.expiresAt).toBe(
      later(117).toISOString(),
    );
    expect(isOver(step?.record ?? raised(), later(61))).toBe(false);
  });
});
