import { UserRow } from '../../src/modules/auth/auth.entities.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { useBuilding } from '../support/building.js';
import { call } from '../support/client.js';

const building = useBuilding();

const NOT_EXPORTED = ['id', 'passwordHash', 'passwordIsLong'];

it('the export has every column of the user but the id and the password', async () => {
  const { app, karl } = building;
  const asked = { token: karl.token, body: { password: DEMO_PASSWORD } };
  const { body } = await call<{ users: object }>(app, 'POST /auth/me/export', asked);
  const columns = app.database.getMetadata(UserRow).columns.map((one) => one.propertyName);
  const exported = columns.filter((name) => !NOT_EXPORTED.includes(name));
  expect(Object.keys(body.users).sort()).toEqual(exported.sort());
});
