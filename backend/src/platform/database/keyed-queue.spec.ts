import { isOutage } from './database-errors.js';
import { KeyedQueue } from './keyed-queue.js';

const tooMany = () => new Error('too many');
const admit = () => Promise.resolve();
/** No test gets there; a busy machine takes seconds. */
const soon = () => performance.now() + 30_000;

/** Lets every promise that can settle do so. */
const settle = () => new Promise((done) => setImmediate(done));

function deferred<T = void>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** Creates a queue whose turns record their start and run until `end` is called. */
function queueOf({ limited = true } = {}) {
  const queue = new KeyedQueue(limited);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const turn = (person: string, name = person, key = 'building') => {
    const end = deferred();
    ends.set(name, end.resolve);
    const work = () => {
      begun.push(name);
      return end.promise.then(() => name);
    };
    return queue.serialize(key, person, { admit, work, deadlineMs: soon(), tooMany });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { queue, begun, turn, end };
}

it('runs one turn per key at a time, and turns of different keys at once', async () => {
  const { begun, turn, end } = queueOf();
  const all = [turn('anna'), turn('karl'), turn('otto', 'otto', 'another building')];
  await settle();
  expect(begun).toEqual(['anna', 'otto']);
  await end('anna');
  expect(begun).toEqual(['anna', 'otto', 'karl']);
  await end('karl');
  await end('otto');
  expect(await Promise.all(all)).toEqual(['anna', 'karl', 'otto']);
});

it('serves persons in rotation, not turns in order of arrival', async () => {
  const { begun, turn, end } = queueOf({ limited: false });
  const names = ['a1', 'a2', 'a3', 'k1', 'l1', 'k2'];
  const all = names.map((name) => turn(name.slice(0, 1), name));
  await settle();
  for (const name of ['a1', 'a2', 'k1', 'l1', 'a3', 'k2']) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'k1', 'l1', 'a3', 'k2']);
});

it('refuses the third turn of a person at once and accepts one when a turn has ended', async () => {
  const { turn, end } = queueOf();
  const first = turn('anna', 'first');
  const second = turn('anna', 'second');
  await expect(turn('anna', 'third')).rejects.toThrow('too many');
  await settle();
  await end('first');
  expect(await first).toBe('first');
  const fourth = turn('anna', 'fourth');
  await end('second');
  await end('fourth');
  expect(await Promise.all([second, fourth])).toEqual(['second', 'fourth']);
});

it('limits the turns of a person for each key separately', async () => {
  const { turn, end } = queueOf();
  const all = ['1', '2', '3'].map((key) => turn('anna', key, key));
  await settle();
  for (const key of ['1', '2', '3']) await end(key);
  expect(await Promise.all(all)).toEqual(['1', '2', '3']);
});

it('runs no work for a person who is not admitted', async () => {
  const { queue, turn, begun, end } = queueOf();
  const first = turn('anna');
  await settle();
  const refused = queue.serialize('building', 'karl', {
    admit: () => Promise.reject(new Error('not a member')),
    work: () => Promise.resolve(begun.push('karl')),
    deadlineMs: soon(),
    tooMany,
  });
  await expect(refused).rejects.toThrow('not a member');
  await end('anna');
  expect([await first, begun]).toEqual(['anna', ['anna']]);
});

it('continues after a failed turn', async () => {
  const { queue, turn, end } = queueOf();
  const work = () => Promise.reject(new Error('failed'));
  const failing = queue.serialize('building', 'karl', { admit, work, deadlineMs: soon(), tooMany });
  const next = turn('anna');
  await expect(failing).rejects.toThrow('failed');
  await settle();
  await end('anna');
  expect(await next).toBe('anna');
});

it('rejects with an outage when the turn does not come in time, and then skips it', async () => {
  const { queue, begun, turn, end } = queueOf();
  const hung = turn('anna');
  const work = () => Promise.resolve(begun.push('karl'));
  const late = await queue
    .serialize('building', 'karl', { admit, work, deadlineMs: performance.now() + 20, tooMany })
    .catch((error: unknown) => error);
  expect(isOutage(late)).toBe(true);
  await end('anna');
  await hung;
  expect(begun).toEqual(['anna']);
});

it('repeats work that another transaction was in the way of, until the deadline', async () => {
  const { queue } = queueOf();
  const blocked = Object.assign(new Error('locked'), { code: '55P03' });
  const attempts: boolean[] = [];
  const work = (mayWait: boolean) => {
    attempts.push(mayWait);
    return attempts.length < 4 ? Promise.reject(blocked) : Promise.resolve('done');
  };
  const turn = { admit, work, deadlineMs: soon(), tooMany };
  expect(await queue.serialize('building', 'anna', turn)).toBe('done');
  // It looks first, and only then waits in the database.
  expect(attempts).toEqual([false, true, false, true]);
  const hopeless = { admit, work: () => Promise.reject(blocked), tooMany };
  const late = await queue
    .serialize('building', 'anna', { ...hopeless, deadlineMs: performance.now() + 50 })
    .catch((error: unknown) => error);
  expect(late).toMatchObject({ code: 'ETIMEDOUT' });
});

it('begins no work after the deadline, even when no timer has run since', async () => {
  const { queue, begun } = queueOf();
  const work = () => Promise.resolve(begun.push('late'));
  const turn = { admit, work, deadlineMs: performance.now() - 1, tooMany };
  await expect(queue.serialize('building', 'anna', turn)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
  });
  expect(begun).toEqual([]);
});

it('lets at most two attempts wait in the database, however many keys are blocked', async () => {
  const { queue } = queueOf();
  const blocked = Object.assign(new Error('locked'), { code: '55P03' });
  let [waiting, most] = [0, 0];
  const work = async (mayWait: boolean) => {
    if (!mayWait) throw blocked;
    waiting += 1;
    most = Math.max(most, waiting);
    await settle();
    waiting -= 1;
    return 'free';
  };
  const keys = Array.from({ length: 40 }, (_, n) => `building ${n}`);
  const turn = { admit, work, deadlineMs: soon(), tooMany };
  const all = keys.map((key) => queue.serialize(key, 'anna', turn));
  expect(await Promise.all(all)).toEqual(keys.map(() => 'free'));
  expect(most).toBe(2);
});
