import type {
  CreatedInvitation,
  CreatedLetter,
  HomesOfEntrance,
  InvitationView,
  ListedHome,
  Membership,
  Page,
} from '../../src/contract/http.js';
import { call, signIn, type Person } from './client.js';
import { freshApp } from './fresh-app.js';
import type { TestApp } from './start-app.js';

export const DAY_MS = 24 * 60 * 60_000;

/** The application and the manager of the demo building, anew for each test. */
export const register = {} as { app: TestApp; anna: Person };

/** Calls the routes of the building's homes and invitations as Anna, and joins by these. */
export function useRegister(): void {
  beforeEach(async () => {
    register.app = await freshApp();
    register.anna = await signIn(register.app, 'anna');
  });
}

const asAnna = <T>(route: string, body?: object) =>
  call<T>(register.app, route, { token: register.anna.token, ...(body && { body }) });

export const path = (method: string, rest = '') =>
  `${method} /buildings/${register.anna.buildingId}${rest}`;
export const list = async () => (await asAnna<Page<ListedHome>>(path('GET', '/homes'))).body.items;
export const change = (body: object) => asAnna<Page<ListedHome>>(path('PATCH', '/homes'), body);
export const add = (entrance: string | undefined, ...apartments: string[]) =>
  change({ add: [{ ...(entrance && { entrance }), apartments }] });
export const remove = (...apartments: string[]) => change({ remove: [{ apartments }] });
export const clear = async (): Promise<void> => {
  const { app, anna } = register;
  await app.database.query('delete from homes where building_id = $1', [anna.buildingId]);
};
/** "A1001", and "A1001?" for a home that is not in the list. */
export const textOf = ({ entrance = '', apartment, listed }: ListedHome) =>
  `${entrance}${apartment}${listed ? '' : '?'}`;

export const lettersTo = (...homes: HomesOfEntrance[]) =>
  asAnna<Page<CreatedLetter>>(path('POST', '/invitations/letters'), { homes });
export const letters = (...apartments: string[]) => lettersTo({ apartments });
export const letter = async (apartment: string) => (await letters(apartment)).body.items[0]!;
export const link = (apartment?: string, role?: string) =>
  asAnna<CreatedInvitation>(path('POST', '/invitations'), { kind: 'personal', apartment, role });
export const poster = async (entrance?: string) =>
  (await asAnna<CreatedInvitation>(path('POST', '/invitations'), { kind: 'poster', entrance }))
    .body;

export const tokenIn = ({ url }: { url: string }) => new URL(url).hash.slice(1);
export const lookUp = (token: string) =>
  call<InvitationView>(register.app, 'POST /invitations/look-up', { body: { token } });
export const accept = ({ token: access }: Person, token: string, home: object) =>
  call<Membership>(register.app, 'POST /invitations/accept', {
    token: access,
    body: { token, name: 'Nils Ny', ...home },
  });
export const refusal = ({ status, body }: Awaited<ReturnType<typeof asAnna>>) => [
  status,
  body.error.code,
];
