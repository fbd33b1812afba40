import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse, Page as BrowserPage } from '@playwright/test';
import type {
  Alarm,
  AlarmType,
  Outcome,
  RaiseResult,
  Reach,
  ResponseKind,
  Sync,
} from '@contract/alarm';
import type { Device } from '@contract/devices';
import type { Exercise } from '@contract/exercises';
import type { Me, Member, Membership, Page, SignedIn } from '@contract/http';
import { ask, expect, PASSWORD, post } from './visitor.js';

/** An alarm with its position in the building's stream. */
type Raised = Alarm & Pick<RaiseResult, 'epoch' | 'seq'>;

const DAY_MS = 24 * 60 * 60_000;

/** The tokens by name, for as long as the worker and its server: a sign-in hashes a password. */
const tokens = new Map<string, string>();

/** A neighbour without a browser: a press takes only a few milliseconds. */
export class Neighbour {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly name: string,
    readonly buildingId: string,
  ) {}

  static async of(request: APIRequestContext, name: string): Promise<Neighbour> {
    const answer = await askAs(request, name, 'GET', '/auth/me');
    const { memberships } = (await answer.json()) as Me;
    return new Neighbour(request, name, memberships[0]?.building.id ?? '');
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

  async respond({ id }: Pick<Alarm, 'id'>, response: ResponseKind, place?: string): Promise<void> {
    await this.post(`/alarms/${id}/responses`, { response, place });
  }

  reach({ id }: Alarm): Promise<Reach> {
    return this.get(`/alarms/${id}/reach`);
  }

  /** @returns the building's active alarms */
  async activeAlarms(): Promise<Alarm[]> {
    return (await this.get<Sync>(`/buildings/${this.buildingId}/events`)).active;
  }

  /** Plans an exercise by day; `DemoServer.moveExercise` lets it begin. @returns its id */
  async planExercise(): Promise<string> {
    const at = new Date((Math.floor(Date.now() / DAY_MS) + 2.5) * DAY_MS).toISOString();
    return (await this.post<Exercise>(`/buildings/${this.buildingId}/exercises`, { at })).id;
  }

  async callOffExercise(id: string): Promise<void> {
    await this.ask('DELETE', `/buildings/${this.buildingId}/exercises/${id}`);
  }

  /** @returns the words of readiness by member's name, for a manager */
  async readiness(): Promise<Record<string, string>> {
    const { items } = await this.get<Page<Member>>(`/buildings/${this.buildingId}/members`);
    return Object.fromEntries(items.map(({ name, readiness }) => [name, readiness]));
  }

  /** Removes the devices that pushes are sent to. */
  async forgetDevices(): Promise<void> {
    const { items } = await this.get<Page<Device>>('/devices');
    for (const { id, pushSubscription } of items) {
      if (pushSubscription !== 'none') await this.ask('DELETE', `/devices/${id}`);
    }
  }

  /** Deletes the link to a new password, which every page would show for a day. */
  async deleteResetLink(): Promise<void> {
    await this.ask('DELETE', '/auth/reset-link');
  }

  private async get<T>(path: string): Promise<T> {
    return (await (await this.ask('GET', path)).json()) as T;
  }

  private async post<T>(path: string, data: object): Promise<T> {
    const answer = await this.ask('POST', path, data);
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  private ask(method: string, path: string, data?: object): Promise<APIResponse> {
    return askAs(this.request, this.name, method, path, data);
  }
}

/** Asks as this demo user, and signs in when no token is saved or the saved one has ended. */
async function askAs(
  request: APIRequestContext,
  name: string,
  method: string,
  path: string,
  data?: object,
): Promise<APIResponse> {
  const askWith = async (token: string) =>
    ask(request, path, { method, headers: { Authorization: `Bearer ${token}` }, data });
  const saved = tokens.get(name);
  const answer = saved && (await askWith(saved));
  if (answer && answer.status() !== 401) return answer;
  const signIn = { email: `${name}@resq.example`, password: PASSWORD };
  const signedIn = await post(request, '/auth/sign-in', { data: signIn });
  expect(signedIn.status()).toBe(200);
  const { accessToken } = (await signedIn.json()) as SignedIn;
  tokens.set(name, accessToken);
  return askWith(accessToken);
}

/** Adds a neighbour for one test alone and returns their removal: other tests count the homes. */
export async function moveIn(
  request: APIRequestContext,
  account: string,
  home: { name: string; apartment: string },
) {
  const data = { email: `${account}@resq.example`, password: PASSWORD };
  const signedUp = await post(request, '/auth/sign-up', { data });
  expect(signedUp.ok(), await signedUp.text()).toBe(true);
  const { accessToken } = (await signedUp.json()) as SignedIn;
  const headers = { Authorization: `Bearer ${accessToken}` };
  const joined = await post(request, '/demo/join', { headers, data: home });
  const { id } = (await joined.json()) as Membership;
  return () => ask(request, `/memberships/${id}`, { method: 'DELETE', headers });
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
