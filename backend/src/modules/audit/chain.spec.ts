import { createSecretKey } from 'node:crypto';
import type { AuditEntry } from './audit-log.repository.js';
import { BEGINNING, follow, isSame, isSigned, linkAfter, sign, type Link } from './chain.js';

const entry: AuditEntry = {
  id: '1',
  at: new Date('2026-11-21T13:05:22.000Z'),
  action: 'session.started',
  actorId: 'anna',
  buildingId: 'storgatan',
  subjectId: 'karl',
  details: { role: 'resident', kind: 'personal' },
  seq: null,
  hash: null,
};
const link = linkAfter(BEGINNING, entry);

/** @returns the entries as they are once they are sealed */
function chain(count: number): AuditEntry[] {
  let last: Link = BEGINNING;
  return Array.from({ length: count }, (_, n) => {
    const unsealed = { ...entry, id: String(n) };
    last = linkAfter(last, unsealed);
    return { ...unsealed, ...last };
  });
}

it('begins with the number 1, and has the hash that earlier releases have saved', () => {
  const hash = 'd68a8fd548ee95ccc152345587e0b3d19af82facf0334c4078ec4ff169d5b941';
  expect(linkAfter(BEGINNING, entry)).toEqual({ seq: 1, hash });
});

it.each<Partial<AuditEntry>>([
  { id: '2' },
  { at: new Date('2026-11-21T13:05:22.001Z') },
  { action: 'session.refused' },
  { actorId: 'karl' },
  { actorId: null },
  { buildingId: 'kajen' },
  { subjectId: 'lisa' },
  { subjectId: null },
  { details: { role: 'manager', kind: 'personal' } },
  { details: { role: 'resident' } },
  { details: {} },
])('has another hash when a column is changed to %j', (change) => {
  expect(linkAfter(BEGINNING, { ...entry, ...change }).hash).not.toBe(link.hash);
});

it('has another hash after another link, and at another position', () => {
  expect(linkAfter({ ...BEGINNING, hash: 'x' }, entry).hash).not.toBe(link.hash);
  expect(linkAfter({ ...BEGINNING, seq: 1 }, entry).hash).not.toBe(link.hash);
});

it('has the same hash in whatever order the database returns the details', () => {
  const details = { kind: 'personal', role: 'resident' };
  expect(linkAfter(BEGINNING, { ...entry, details })).toEqual(link);
});

it('is the same position only with the same number and hash', () => {
  expect(isSame(link, { ...link })).toBe(true);
  expect(isSame(link, { ...link, seq: 2 })).toBe(false);
  expect(isSame(link, { ...link, hash: 'x' })).toBe(false);
});

describe('a signature', () => {
  const key = (text: string) => createSecretKey(Buffer.from(text));
  const [current, earlier] = [key('current'), key('earlier')];
  const mac = sign(link, [current]);

  it('is made with the first key, and accepted for any of the keys', () => {
    expect(mac).toMatch(/^[0-9a-f]{64}$/);
    expect(sign(link, [current, earlier])).toBe(mac);
    expect(isSigned({ ...link, mac }, [current])).toBe(true);
    expect(isSigned({ ...link, mac }, [earlier, current])).toBe(true);
  });

  it('is refused for another key, number, hash or signature', () => {
    expect(isSigned({ ...link, mac }, [earlier])).toBe(false);
    expect(isSigned({ ...link, mac, seq: 2 }, [current])).toBe(false);
    expect(isSigned({ ...link, mac, hash: 'x' }, [current])).toBe(false);
    expect(isSigned({ ...link, mac: '' }, [current])).toBe(false);
  });
});

describe('following the chain', () => {
  it('ends at the last link, from the beginning and from a later link', () => {
    const [first, second, third] = chain(3) as [AuditEntry, AuditEntry, AuditEntry];
    const last = { seq: 3, hash: third.hash };
    expect(follow(BEGINNING, [first, second, third])).toEqual(last);
    expect(follow({ seq: 1, hash: first.hash ?? '' }, [second, third])).toEqual(last);
    expect(follow(BEGINNING, [])).toEqual(BEGINNING);
  });

  it('finds the first entry that is missing, and the first that was changed', () => {
    const [first, second, third] = chain(3) as [AuditEntry, AuditEntry, AuditEntry];
    expect(follow(BEGINNING, [first, third])).toEqual({ seq: 2, what: 'missing' });
    const changed = { ...second, action: 'session.refused' as const };
    expect(follow(BEGINNING, [first, changed, third])).toEqual({ seq: 2, what: 'changed' });
    expect(follow(BEGINNING, [second, first])).toEqual({ seq: 1, what: 'missing' });
  });
});
