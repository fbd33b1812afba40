import { randomUUID } from 'node:crypto';
import { AUDIT_ACTIONS, type AuditItem } from '../../src/contract/audit.js';
import type { Page } from '../../src/contract/http.js';
import { AuditService } from '../../src/modules/audit/audit.service.js';
import { AuditSealer } from '../../src/modules/audit/audit-sealer.js';
import { call, signIn, type Person } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';

let app: TestApp;
let admin: Person;
let karl: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app, 'admin');
  karl = await signIn(app, 'karl');
});

afterAll(() => app.close());

const read = (query = '', { token }: { token?: string } = admin) =>
  call<Page<AuditItem>>(app, `GET /admin/audit${query}`, { token });

describe('the audit log for administrators', () => {
  it('answers 401 without a sign-in and 403 without the role, and records the refusal', async () => {
    expect((await read('', {})).status).toBe(401);
    expect((await read('', karl)).status).toBe(403);
    const { status } = await call(app, `DELETE /admin/codes/${randomUUID()}`, karl);
    expect(status).toBe(403);
    const { body } = await read('?action=admin.refused');
    const by = { id: karl.userId, email: 'karl@resq.example' };
    const refused = body.items.map(({ actor, details }) => ({ actor, route: details['route'] }));
    expect(refused).toHaveLength(2);
    // Both entries have the same time, so their order is undefined.
    for (const route of ['DELETE /api/admin/codes/:id', 'GET /api/admin/audit']) {
      expect(refused).toContainEqual({ actor: by, route });
    }
  });

  it('shows a building by its name, an erased actor by id only, and the seq once it is sealed', async () => {
    const gone = randomUUID();
    app.clock.step(1_000);
    await app.app.get(AuditService).record({
      action: 'membership.left',
      actorId: gone,
      buildingId: karl.buildingId,
      subjectId: karl.membershipId,
    });
    const [newest] = (await read('?action=membership')).body.items;
    expect(newest).toMatchObject({
      action: 'membership.left',
      actor: { id: gone },
      buildingId: karl.buildingId,
      building: 'BRF Storgatan 12',
      subjectId: karl.membershipId,
    });
    expect(newest?.actor).not.toHaveProperty('email');
    expect(newest).not.toHaveProperty('seq');
    await app.app.get(AuditSealer).seal();
    expect((await read('?action=membership')).body.items[0]?.seq).toEqual(expect.any(Number));
  });

  it('is paged newest first, with every entry once', async () => {
    const audit = app.app.get(AuditService);
    for (let n = 0; n < 60; n += 1) {
      // Three entries have the same time, as entries of one transaction do.
      if (n % 3 === 0) app.clock.step(1_000);
      await audit.record({ action: 'invitation.created', details: { n } });
    }
    const first = (await read('?action=invitation')).body;
    expect(first.items).toHaveLength(50);
    const second = (await read(`?action=invitation&before=${first.next}`)).body;
    expect(second.next).toBeNull();
    const all = [...first.items, ...second.items];
    expect(new Set(all.map(({ details }) => details['n'])).size).toBe(60);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('can be filtered by an action or a group of actions, and refuses invalid queries', async () => {
    const actions = new Set((await read('?action=session')).body.items.map((one) => one.action));
    expect([...actions]).toEqual(['session.started']);
    expect((await read('?action=session.started')).body.items.length).toBeGreaterThan(1);
    for (const query of ['?action=sess', '?action=session.', '?before=1', '?limit=5']) {
      expect((await read(query)).status).toBe(400);
    }
    const groups = new Set(AUDIT_ACTIONS.map((action) => action.split('.')[0]));
    for (const group of groups) expect((await read(`?action=${group}`)).status).toBe(200);
  });
});
