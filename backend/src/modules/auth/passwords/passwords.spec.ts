import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { Passwords } from './passwords.js';

jest.mock('@node-rs/argon2', () => {
  const original = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...original, verify: jest.fn(original.verify) };
});
const verify = jest.mocked(argon2.verify);

it('hashes for sign-ups only when no sign-in waits', async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash('hemligt');
  const ended: string[] = [];
  const signUps = Array.from({ length: availableParallelism() + 3 }, async () => {
    await passwords.hashForSignUp('hemligt');
    ended.push('sign-up');
  });
  await passwords.matches(stored, 'hemligt');
  ended.push('sign-in');
  await Promise.all(signUps);
  expect(ended.slice(-3)).toEqual(['sign-up', 'sign-up', 'sign-up']);
});

it('verifies as costly a hash for an unknown user, whom no password matches', async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash('hemligt');
  verify.mockClear();
  for (const password of ['hemligt', 'nobody']) {
    expect(await passwords.matches(undefined, password)).toBe(false);
  }
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  const verified = verify.mock.calls.map(([hash]) => costOf(hash as string));
  expect(verified).toEqual([costOf(stored), costOf(stored)]);
});
