import { availableParallelism } from 'node:os';
import { Passwords } from './passwords.js';

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
