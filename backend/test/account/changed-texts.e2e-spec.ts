import type { Me } from '../../src/contract/http.js';
import { TEXTS_CHANGED_AT } from '../../src/contract/texts.js';
import { useBuilding } from '../support/building.js';
import { call, newPerson } from '../support/client.js';

const building = useBuilding();

const isShown = async (token: string) =>
  (await call<Me>(building.app, 'GET /auth/me', { token })).body.textsChanged === true;

it('a change of the terms is shown to accounts from before it, once', async () => {
  const { app } = building;
  const { token, userId } = await newPerson(app);
  expect(await isShown(token)).toBe(false);
  await app.database.query('update users set created_at = $2 where id = $1', [
    userId,
    new Date(Date.parse(TEXTS_CHANGED_AT) - 1),
  ]);
  expect(await isShown(token)).toBe(true);
  expect((await call(app, 'POST /auth/me/texts-read', { token })).status).toBe(204);
  expect(await isShown(token)).toBe(false);
});
