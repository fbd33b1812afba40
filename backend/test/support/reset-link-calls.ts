import type { CreatedResetLink, SignedIn } from '../../src/contract/http.js';
import { call, signIn, type Person, type Reply } from './client.js';
import type { TestBuilding } from './building.js';

export const NEW_PASSWORD = 'nytt lösenord';

export const INVALID = {
  code: 'auth.reset_link_invalid',
  message: 'Länken gäller inte längre. Be om en ny.',
};

/** @returns the token of a reset link, or of an invitation's link */
export const tokenIn = ({ url }: Pick<CreatedResetLink, 'url'>): string =>
  new URL(url).hash.slice(1);

/** @returns the status, code and message of a refusal */
export const refusalOf = ({ status, body }: Reply<unknown>) => [
  status,
  { code: body.error.code, message: body.error.message },
];

/** Makes and uses one-time links in the demo building. */
export function resetLinkCalls(building: TestBuilding) {
  const linkFor = (member: Person, by = building.anna) =>
    call<CreatedResetLink>(
      building.app,
      `POST /buildings/${by.buildingId}/members/${member.membershipId}/reset-link`,
      { token: by.token },
    );
  return {
    linkFor,
    tokenFor: async (member: Person, by = building.anna) =>
      tokenIn((await linkFor(member, by)).body),
    /** @param by default: the demo's administrator */
    adminLink: async (email: unknown, by?: Person) =>
      call<CreatedResetLink>(building.app, 'POST /admin/reset-links', {
        token: (by ?? (await signIn(building.app, 'admin'))).token,
        body: { email },
      }),
    reset: (token: unknown, password: unknown = NEW_PASSWORD) =>
      call(building.app, 'POST /auth/reset', { body: { token, password } }),
    enter: (name: string, password: string) => {
      const body = { email: `${name}@resq.example`, password };
      return call<SignedIn>(building.app, 'POST /auth/sign-in', { body });
    },
    /** @returns 200 while the sign-in is valid, else 401 */
    signInStatus: async (person: Person) =>
      (await call(building.app, 'GET /auth/me', person)).status,
    storedLinks: () => building.app.database.query<object[]>('select * from reset_links'),
  };
}
