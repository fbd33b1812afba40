import { useBuilding } from '../support/building.js';
import { call, type Person } from '../support/client.js';

/** The number of reset links that a user asks for in a day. */

const building = useBuilding();
const request = ({ token }: Person) => call(building.app, 'POST /auth/reset-request', { token });

it('is at most twenty, for each user', async () => {
  for (let n = 1; n <= 20; n += 1) expect((await request(building.karl)).status).toBe(204);
  const { status, body } = await request(building.karl);
  expect([status, body.error.code]).toEqual([429, 'reset_link.too_many']);
  expect((await request(building.lisa)).status).toBe(204);
});
