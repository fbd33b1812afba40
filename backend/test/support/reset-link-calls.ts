import type { CreatedResetLink, SignedIn } from '../../src/contract/http.js';
import { call, signIn, type Person, type Reply } from './client.js';
import type { House } from './building.js';

export const NEW_PASSWORD = 'nytt lösenord';

export const INVALID = {
  code: 'auth.reset_link_invalid',
  message: 'Länken gäller inte längre. Be om en ny.',
};

export const tokenIn = ({ url }: CreatedResetLink): string => new URL(url).hash.slice(1);

/** What the caller reads of a refusal. */
export const told = ({ status, body }: Reply<unknown>) => [
  status,
  { code: body.error.code, message: body.error.message },
];

/** Making one-time links in the demo house, and using them. */
export function linkCalls(house: House) {
  const linkFor = (member: Person, by = house.anna) =>
    call<CreatedResetLink>(
      house.app,
      `POST /buildings/${by.buildingId}/members/${member.membershipId}/reset-link`,
      { token: by.token },
    );
  return {
    linkFor,
    tokenFor: async (member: Person, by = house.anna) => tokenIn((await linkFor(member, by)).body),
    /** By the demo's administrator, if nobody else is named. */
    adminLink: async (email: unknown, by?: Person) =>
      call<CreatedResetLink>(house.app, 'POST /admin/reset-links', {
        token: (by ?? (await signIn(house.app, 'admin'))).token,
        body: { email },
      }),
    reset: (token: unknown, password: unknown = NEW_PASSWORD) =>
      call(house.app, 'POST /auth/reset', { body: { token, password } }),
    enter: (name: string, password: string) => {
      const body = { email: `${name}@resq.example`, password };
      return call<SignedIn>(house.app, 'POST /auth/sign-in', { body });
    },
    /** 200 while the person's sign-in lives. */
    lives: async (person: Person) => (await call(house.app, 'GET /auth/me', person)).status,
    linksKept: () => house.app.database.query<object[]>('select * from reset_links'),
  };
}
