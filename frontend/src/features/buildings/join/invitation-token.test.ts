import { expect, it } from 'vitest';
import { invitationToken } from './join-fields.js';

it.each([
  ['https://resq.example/join#Yk3s9vLQ2kq0sZp1xq7m2A', 'Yk3s9vLQ2kq0sZp1xq7m2A'],
  ['#Yk3s9vLQ2kq0sZp1xq7m2A', 'Yk3s9vLQ2kq0sZp1xq7m2A'],
  ['  Yk3s9vLQ2kq0sZp1xq7m2A ', 'Yk3s9vLQ2kq0sZp1xq7m2A'],
  ['k7qm 2xap', 'K7QM2XAP'],
  ['#k7qm2xap', 'K7QM2XAP'],
  ['#%E0%A4%A', '%E0%A4%A'],
  ['', ''],
])('%j holds the token %j', (pasted, token) => {
  expect(invitationToken(pasted)).toBe(token);
});
