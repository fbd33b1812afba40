import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { CreatedInvitation, Membership, SignedIn } from '@contract/http';
import { expect, post } from './visitor.js';

/** Accounts and buildings of one test alone, made by requests. */

export const OWN_PASSWORD = 'en lång fras som går';

export interface Account {
  email: string;
  request: APIRequestContext;
  headers: Record<string, string>;
}

export async function signUpByHttp(request: APIRequestContext): Promise<Account> {
  const email = `${randomUUID()}@resq.example`;
  const answer = await post(request, '/auth/sign-up', { data: { email, password: OWN_PASSWORD } });
  const { accessToken } = (await answer.json()) as SignedIn;
  return { email, request, headers: { Authorization: `Bearer ${accessToken}` } };
}

/** Starts a building. @returns its id; its manager is Eva Ek in 1001 */
export async function startBuilding({ request, headers }: Account): Promise<string> {
  const sessionId = randomUUID();
  await post(request, '/gate/validate-code', { data: { code: 'DEMO-2026', sessionId } });
  const building = { name: 'BRF Eken', address: 'Ekvägen 1, Umeå', apartment: '1001' };
  const data = { ...building, personName: 'Eva Ek', sessionId };
  const started = await post(request, '/buildings', { headers, data });
  expect(started.ok(), await started.text()).toBe(true);
  return ((await started.json()) as Membership).building.id;
}

/** @returns the link of an invitation to anybody */
export async function inviteByHttp(
  { request, headers }: Account,
  buildingId: string,
): Promise<string> {
  const path = `/buildings/${buildingId}/invitations`;
  const created = await post(request, path, { headers, data: { kind: 'personal' } });
  return ((await created.json()) as CreatedInvitation).url;
}

/** Accepts an invitation. */
export async function joinByHttp(
  { request, headers }: Account,
  url: string,
  home: { name: string; apartment: string; entrance?: string },
): Promise<void> {
  const data = { token: new URL(url).hash.slice(1), ...home };
  const accepted = await post(request, '/invitations/accept', { headers, data });
  expect(accepted.ok(), await accepted.text()).toBe(true);
}
