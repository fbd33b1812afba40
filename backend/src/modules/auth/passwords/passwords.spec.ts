import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { hashSync } from '@node-rs/argon2';
import { HashThread } from './hash-thread.js';
import { Passwords } from './passwords.js';

/** At most this many passwords are hashed at once. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const REFUSED = 'auth.too_many_attempts';

const STORED = hashSync('hemligt', { memoryCost: 1_024, timeCost: 1 });
const nobody = () => Promise.resolve(null);

let passwords: Passwords;

beforeEach(() => {
  // A busy machine may take longer for all hashes of a test than the queue waits for one.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  passwords = new Passwords();
});

afterEach(() => {
  jest.useRealTimers();
  return passwords.onApplicationShutdown();
});

/** @returns the number of this process's threads with a lower priority than the main thread */
function lowThreads(): number {
  const stats = readdirSync('/proc/self/task').map((id) =>
    readFileSync(`/proc/self/task/${id}/stat`, 'utf8'),
  );
  // The fields after the name, which may contain spaces: the 17th is the nice value.
  return stats.filter((stat) => Number(stat.split(') ')[1]?.split(' ')[16]) > 0).length;
}

it.each([
  ['an account', (n: number) => passwords.check(nobody, 'hemligt', `${n}@resq.example`)],
  ['a user', (n: number) => passwords.hash('hemligt', `user ${n}`)],
])('serves in rotation, however many requests of %s wait', async (_, hashFor) => {
  const served: string[] = [];
  const ask = (name: string, request: () => Promise<unknown>) =>
    request().then(() => served.push(name));
  const flood = Array.from({ length: 2 * AT_ONCE + 6 }, () => ask('flood', () => hashFor(1)));
  const others = [
    ask('same kind', () => hashFor(2)),
    ask('sign-in', () => passwords.check(nobody, 'hemligt', 'anna@resq.example')),
    ask('sign-up', () => passwords.hashForSignUp('hemligt')),
    ask('own password', () => passwords.matches(STORED, 'hemligt', 'anna')),
  ];
  await Promise.all([...flood, ...others]);
  expect(served.slice(-4)).toEqual(['flood', 'flood', 'flood', 'flood']);
  expect(served.filter((name) => name !== 'flood').sort()).toEqual([
    'own password',
    'same kind',
    'sign-in',
    'sign-up',
  ]);
});

it('gives all sign-ups one place, so that no number of new accounts keeps anybody out', async () => {
  const served: string[] = [];
  const signUps = Array.from({ length: 2 * AT_ONCE + 6 }, () =>
    passwords.hashForSignUp('hemligt').then(() => served.push('sign-up')),
  );
  const signIn = passwords.check(nobody, 'hemligt', 'anna@resq.example');
  await Promise.all([...signUps, signIn.then(() => served.push('sign-in'))]);
  expect(served.slice(-4)).toEqual(Array(4).fill('sign-up'));
});

it('serves the others after the requests of one have waited too long', async () => {
  const flood = Array.from({ length: AT_ONCE + 3 }, () =>
    passwords.hash('hemligt', 'flood').catch(() => REFUSED),
  );
  jest.advanceTimersByTime(1_000);
  const late = passwords.hash('hemligt', 'anna');
  jest.advanceTimersByTime(1_000);
  expect((await Promise.all(flood)).filter((result) => result === REFUSED)).toHaveLength(3);
  expect(await late).toContain('$argon2id$');
});

it('refuses a hash whose thread ends without an error, and computes the next one', async () => {
  const thread = new HashThread();
  const hashing = thread.hash('hemligt');
  const { worker } = thread as unknown as { worker: Worker };
  await Promise.all([worker.terminate(), expect(hashing).rejects.toThrow('aborted')]);
  expect(await thread.matches(await thread.hash('hemligt'), 'hemligt')).toBe(true);
  await thread.stop();
});

it('computes as costly a hash for an unknown user, whom no password matches', async () => {
  const stored = await passwords.hash('hemligt');
  const computed = jest.spyOn(HashThread.prototype, 'hash');
  expect(await passwords.check(nobody, 'hemligt', 'anna')).toEqual({
    user: null,
    isRight: false,
  });
  const costOf = (hash: unknown) => String(hash).split('$').slice(0, 4);
  const hashes = await Promise.all(computed.mock.results.map(({ value }) => value as unknown));
  computed.mockRestore();
  expect(hashes.map(costOf)).toEqual([costOf(stored)]);
});

it('looks up at once no more users than it computes hashes', async () => {
  let [lookingUp, most] = [0, 0];
  const find = async () => {
    most = Math.max(most, (lookingUp += 1));
    await new Promise(setImmediate);
    lookingUp -= 1;
    return null;
  };
  await Promise.all(
    Array.from({ length: AT_ONCE + 4 }, () => passwords.check(find, 'hemligt', 'anna')),
  );
  expect(most).toBe(AT_ONCE);
});

// A thread has a priority of its own on Linux alone.
(process.platform === 'linux' ? it : it.skip)(
  'hashes in threads of low priority, fewer than there are cores',
  async () => {
    const before = lowThreads();
    await Promise.all(Array.from({ length: 8 }, () => passwords.hash('hemligt')));
    expect(lowThreads() - before).toBe(AT_ONCE);
    await passwords.onApplicationShutdown();
    expect(lowThreads()).toBe(before);
  },
);

it('refuses after two seconds in the queue', async () => {
  const hashes = Array.from({ length: AT_ONCE + 3 }, () =>
    passwords.hash('hemligt').catch((error: { code: string }) => error.code),
  );
  jest.advanceTimersByTime(2_000);
  const codes = (await Promise.all(hashes)).filter((result) => result === REFUSED);
  expect(codes).toHaveLength(3);
});

it('compares passwords again after a malformed hash', async () => {
  await expect(passwords.matches('rubbish', 'hemligt', 'anna')).rejects.toThrow();
  expect(await passwords.matches(await passwords.hash('hemligt'), 'hemligt', 'anna')).toBe(true);
});

describe('a password with letters that keyboards compose differently', () => {
  const COMPOSED = 'L\u00f6senord \u00e5\u00e4\u00f6';
  const DECOMPOSED = COMPOSED.normalize('NFD');
  /** A hash from before passwords were composed. */
  const oldHash = (typed: string) => hashSync(typed, { memoryCost: 1_024, timeCost: 1 });

  it.each([
    ['set composed, typed decomposed', () => passwords.hash(COMPOSED), DECOMPOSED],
    ['set decomposed, typed composed', () => passwords.hash(DECOMPOSED), COMPOSED],
    ['signed up decomposed, typed composed', () => passwords.hashForSignUp(DECOMPOSED), COMPOSED],
    ['of an old composed hash, typed decomposed', () => oldHash(COMPOSED), DECOMPOSED],
    ['of an old decomposed hash, typed as then', () => oldHash(DECOMPOSED), DECOMPOSED],
  ])('is right when %s', async (_, store, typed) => {
    const passwordHash = await store();
    expect(await passwords.matches(passwordHash, typed, 'anna')).toBe(true);
    expect(
      await passwords.check(() => Promise.resolve({ passwordHash }), typed, 'anna'),
    ).toMatchObject({
      isRight: true,
    });
  });

  it.each<[string, string, string | undefined, number]>([
    ['a wrong composed one', 'fel l\u00f6senord', COMPOSED, 1],
    ['a wrong decomposed one', 'fel lo\u0308senord', COMPOSED, 2],
    ['a right decomposed one', DECOMPOSED, COMPOSED, 1],
    ['a composed one of nobody', COMPOSED, undefined, 1],
    ['a decomposed one of nobody', DECOMPOSED, undefined, 2],
  ])('costs for %s no more hashes than needed', async (_, typed, set, hashes) => {
    const passwordHash = set && (await passwords.hash(set));
    const jobs = jest.spyOn(Worker.prototype, 'postMessage');
    await passwords.check(
      () => Promise.resolve(passwordHash ? { passwordHash } : null),
      typed,
      'anna',
    );
    const count = jobs.mock.calls.length;
    jobs.mockRestore();
    expect(count).toBe(hashes);
  });
});
