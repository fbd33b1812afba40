import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page as BrowserPage } from '@playwright/test';
import type { Alarm, AlarmType, Outcome, RaiseResult, Reach, ResponseKind } from '@contract/alarm';
import type { Device } from '@contract/devices';
import type { Exercise } from '@contract/exercises';
import type { Me, Member, Membership, Page, SignedIn } from '@contract/http';
import { expect, PASSWORD } from './visitor.js';

/** An alarm with its position in the building's stream. */
type Raised = Alarm & Pick<RaiseResult, 'epoch' | 'seq'>;

const DAY_MS = 24 * 60 * 60_000;

/** A neighbour without a browser: a press takes only a few milliseconds. */
export class Neighbour {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly headers: { Authorization: string },
    readonly buildingId: string,
  ) {}

  static async of(request: APIRequestContext, name: string): Promise<Neighbour> {
    const data = { email: `${name}@resq.example`, password: PASSWORD };
    let headers = { Authorization: '' };
    let buildingId = '';
    // A busy server may refuse for a moment.
    await expect(async () => {
      const signedIn = await request.post('/api/auth/sign-in', { data });
      const { accessToken } = (await signedIn.json()) as SignedIn;
      headers = { Authorization: `Bearer ${accessToken}` };
      const answer = await request.get('/api/auth/me', { headers });
      expect([signedIn.status(), answer.status()]).toEqual([200, 200]);
      buildingId = ((await answer.json()) as Me).memberships[0]?.building.id ?? '';
    }).toPass();
    return new Neighbour(request, headers, buildingId);
  }

  async raise(
    type: AlarmType,
    more: { exercise?: boolean; note?: string; place?: string } = {},
  ): Promise<Raised> {
    const path = `/buildings/${this.buildingId}/alarms`;
    const press = { alarmId: randomUUID(), type, ...more };
    const { alarm, epoch, seq } = await this.post<RaiseResult>(path, press);
    return { ...alarm, epoch, seq };
  }

  async end({ id }: Pick<Alarm, 'id'>, outcome: Outcome = 'resolved'): Promise<void> {
    await this.post(`/alarms/${id}/end`, { outcome });
  }

  async respond({ id }: Pick<Alarm, 'id'>, response: ResponseKind): Promise<void> {
    await this.post(`/alarms/${id}/responses`, { response });
  }

  async reach({ id }: Alarm): Promise<Reach> {
    const { headers } = this;
    return (await (await this.request.get(`/api/alarms/${id}/reach`, { headers })).json()) as Reach;
  }

  /** Plans an exercise by day; `DemoServer.moveExercise` lets it begin. @returns its id */
  async planExercise(): Promise<string> {
    const at = new Date((Math.floor(Date.now() / DAY_MS) + 2.5) * DAY_MS).toISOString();
    return (await this.post<Exercise>(`/buildings/${this.buildingId}/exercises`, { at })).id;
  }

  async callOffExercise(id: string): Promise<void> {
    const { headers } = this;
    await this.request.delete(`/api/buildings/${this.buildingId}/exercises/${id}`, { headers });
  }

  /** @returns the words of readiness by member's name, for a manager */
  async readiness(): Promise<Record<string, string>> {
    const { headers } = this;
    const path = `/api/buildings/${this.buildingId}/members`;
    const { items } = (await (await this.request.get(path, { headers })).json()) as Page<Member>;
    return Object.fromEntries(items.map(({ name, readiness }) => [name, readiness]));
  }

  /** Removes the devices that pushes are sent to. */
  async forgetDevices(): Promise<void> {
    const { headers } = this;
    const answer = await this.request.get('/api/devices', { headers });
    const { items } = (await answer.json()) as Page<Device>;
    for (const { id, pushSubscription } of items) {
      if (pushSubscription !== 'none') await this.request.delete(`/api/devices/${id}`, { headers });
    }
  }

  /** Deletes the link to a new password, which every page would show for a day. */
  async deleteResetLink(): Promise<void> {
    await this.request.delete('/api/auth/reset-link', { headers: this.headers });
  }

  private async post<T>(path: string, data: object): Promise<T> {
    const { headers } = this;
    let answer = await this.request.post(`/api${path}`, { headers, data });
    // A busy server may refuse for a moment, and a tab asks it again too.
    await expect(async () => {
      if (answer.status() === 503)
        answer = await this.request.post(`/api${path}`, { headers, data });
      expect(answer.status()).not.toBe(503);
    }).toPass();
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

/** Adds a neighbour for one test alone and returns their removal: other tests count the homes. */
export async function moveIn(
  request: APIRequestContext,
  account: string,
  home: { name: string; apartment: string },
) {
  const data = { email: `${account}@resq.example`, password: PASSWORD };
  const signedUp = await request.post('/api/auth/sign-up', { data });
  expect(signedUp.ok(), await signedUp.text()).toBe(true);
  const { accessToken } = (await signedUp.json()) as SignedIn;
  const headers = { Authorization: `Bearer ${accessToken}` };
  const joined = await request.post('/api/demo/join', { headers, data: home });
  const { id } = (await joined.json()) as Membership;
  return () => request.delete(`/api/memberships/${id}`, { headers });
}

/**
 * Raises an alarm with a call for help.
 * @param manager the page that makes the sheet
 * @returns the link to the sheet for the rescue service
 */
export async function handoverLink(
  manager: BrowserPage,
  request: APIRequestContext,
): Promise<string> {
  const alarm = await (await Neighbour.of(request, 'karl')).raise('fire');
  await (await Neighbour.of(request, 'lisa')).respond(alarm, 'need_help');
  await manager.goto(`/handover#${alarm.id}`);
  await expect(manager).not.toHaveURL(new RegExp(`${alarm.id}$`));
  return manager.url();
}
