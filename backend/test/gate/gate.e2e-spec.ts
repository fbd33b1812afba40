import { randomUUID } from 'node:crypto';
import type { AccessCode } from '../../src/contract/http.js';
import { GateService } from '../../src/modules/gate/gate.service.js';
import { AttemptCounters } from '../../src/platform/limits/attempt-limits.js';
import type { Logger } from '../../src/platform/logging.js';
import { Metrics } from '../../src/platform/metrics.js';
import { LOGGER } from '../../src/platform/tokens.js';
import { sha256 } from '../../src/platform/secret-texts.js';
import { Housekeeping } from '../../src/platform/retention/retention.js';
import { call, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { stopDate } from '../support/step-date.js';

let app: TestApp;
let admin: Person;

beforeEach(async () => {
  app = await freshApp();
  admin = await signIn(app, 'admin');
});

afterEach(() => {
  jest.restoreAllMocks();
});

const validate = (code: unknown, sessionId: unknown = randomUUID()) =>
  call<{ success: boolean }>(app, 'POST /gate/validate-code', { body: { code, sessionId } });

const look = (sessionId: string) =>
  call<{ lastUsedAt: string }>(app, `GET /gate/sessions/${sessionId}`);

const codes = () => call<AccessCode[]>(app, 'GET /admin/codes', admin);

const HOUR_MS = 60 * 60_000;

/** Returns an application that has counted no wrong code yet. */
async function newCounts(): Promise<void> {
  await app.close();
  app = await freshApp();
}

it('counts wrong codes and those that are refused, and logs them once', async () => {
  await newCounts();
  const warn = jest.spyOn(app.app.get<Logger>(LOGGER), 'warn');
  const counts = async () => {
    const text = await app.app.get(Metrics).text();
    return [...text.matchAll(/^resq_gate_codes_total\{result="(\w+)"\} (\d+)$/gm)].map(
      ([, result, count]) => `${result} ${count}`,
    );
  };
  expect(await counts()).toEqual(['wrong 0', 'refused 0']);
  await validate('DEMO-2026');
  for (let n = 0; n < 63; n += 1) await validate('AAAA-AAAA');
  expect(await counts()).toEqual(['wrong 60', 'refused 3']);
  expect(warn.mock.calls).toEqual([[{ limit: 'gate' }, 'a limit on attempts is used up']]);
  await newCounts();
});

it('a session’s id stands in no line of the log', async () => {
  const lines: string[] = [];
  const logger = app.app.get<Logger>(LOGGER);
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(logger, level).mockImplementation((...line: unknown[]) => {
      lines.push(JSON.stringify(line));
    });
  }
  const sessionId = randomUUID();
  await validate('DEMO-2026', sessionId);
  expect((await look(sessionId)).status).toBe(200);
  app.clock.step(24 * HOUR_MS);
  expect((await look(sessionId)).status).toBe(404);
  for (const path of [`gate/sessions/${sessionId}/x`, `GATE//Sessions/${sessionId}?${sessionId}`]) {
    await (await fetch(`${app.url}/api/${path}`)).text();
  }
  expect(lines.join('\n')).toContain('/api/gate/sessions/:sessionId');
  expect(lines.join('\n').toLowerCase()).not.toContain(sessionId);
});

describe('an invitation code', () => {
  it('opens the gate for 24 hours after its last use, which a look-up does not extend', async () => {
    const sessionId = randomUUID();
    expect((await look(sessionId)).body.error.code).toBe('gate.session_not_found');
    expect((await validate('DEMO-2026', sessionId)).body).toEqual({ success: true });
    const lastUsedAt = app.clock.now().toISOString();
    app.clock.step(24 * HOUR_MS - 1);
    expect((await look(sessionId)).body).toEqual({ lastUsedAt });
    expect((await look(sessionId.toUpperCase())).body).toEqual({ lastUsedAt });
    app.clock.step(1);
    expect((await look(sessionId)).status).toBe(404);
    await validate('DEMO-2026', sessionId);
    expect((await look(sessionId)).status).toBe(200);
  });

  it.each(['DEMO-2027', 'DEMO2026', '', 'DEMO-20261', 'ÅÄÖÅ-2026'])(
    'is refused when it is %j',
    async (code) => {
      const { status, body } = await validate(code);
      expect([status, body]).toEqual([200, { success: false }]);
    },
  );

  it('counts every use, even two hundred at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => validate('DEMO-2026')));
    expect(answers.every(({ body }) => body.success)).toBe(true);
    expect((await codes()).body[0]).toMatchObject({ code: 'DEMO-2026', useCount: 200 });
  });

  it('that may be used once opens the gate for one of two uses at once', async () => {
    await app.database.query('update access_codes set max_uses = 1');
    const answers = await Promise.all([validate('DEMO-2026'), validate('DEMO-2026')]);
    expect(answers.map(({ body }) => body.success).sort()).toEqual([false, true]);
    expect((await validate('DEMO-2026')).body).toEqual({ success: false });
    expect((await codes()).body[0]).toMatchObject({ maxUses: 1, useCount: 1 });
  });

  it('is accepted in small letters', async () => {
    expect((await validate('demo-2026')).body).toEqual({ success: true });
  });

  it('is refused for 15 minutes after sixty wrong codes from the same address', async () => {
    await newCounts();
    const step = stopDate();
    for (let n = 0; n < 59; n += 1) await validate('NOPE-0000');
    expect((await validate('DEMO-2026')).body).toEqual({ success: true });
    await validate('NOPE-0000');
    step(15 * 60_000 - 1);
    expect((await validate('DEMO-2026')).body).toEqual({ success: false });
    step(1);
    expect((await validate('DEMO-2026')).body).toEqual({ success: true });
  });

  it('is looked up at most sixty times when more wrong ones come at once', async () => {
    await newCounts();
    const lookUps = jest.spyOn(app.app.get(GateService), 'validateCode');
    const answers = await Promise.all(Array.from({ length: 120 }, () => validate('NOPE-0000')));
    expect(answers.some(({ body }) => body.success)).toBe(false);
    expect(lookUps).toHaveBeenCalledTimes(60);
    await newCounts();
  });

  it('is refused for an hour after ten thousand right uses from the same address', async () => {
    await newCounts();
    const step = stopDate();
    const uses = app.app.get(AttemptCounters).get('gate.right', 60 * 60);
    const lookUps = jest.spyOn(app.app.get(GateService), 'validateCode');
    await uses.penalty(sha256('gate.right 127.0.0.1'), 9_999);
    expect((await validate('DEMO-2026')).body).toEqual({ success: true });
    expect((await validate('DEMO-2026')).body).toEqual({ success: false });
    expect(lookUps).toHaveBeenCalledTimes(1);
    step(HOUR_MS);
    expect((await validate('DEMO-2026')).body).toEqual({ success: true });
    await newCounts();
  });

  it('is not refused because checks failed', async () => {
    const lookUps = jest.spyOn(app.app.get(GateService), 'validateCode');
    lookUps.mockRejectedValue(new Error('broken'));
    for (let n = 0; n < 70; n += 1) expect((await validate('DEMO-2026')).status).toBe(500);
    lookUps.mockRestore();
    expect((await validate('DEMO-2026')).body).toEqual({ success: true });
  });

  it('stores only a hash of the browser session that used it', async () => {
    const sessionId = randomUUID();
    await validate('DEMO-2026', sessionId);
    const rows = await app.database.query<{ session_id: string }[]>('select * from code_sessions');
    expect(JSON.stringify(rows)).not.toContain(sessionId);
  });
});

describe('a session of the gate', () => {
  it('is deleted by the daily job once it is 24 hours old, and not before', async () => {
    await validate('DEMO-2026');
    const left = async () => {
      await app.app.get(Housekeeping).retire();
      return (await app.database.query<object[]>('select from code_sessions')).length;
    };
    app.clock.step(24 * HOUR_MS - 1);
    expect(await left()).toBe(1);
    app.clock.step(2);
    expect(await left()).toBe(0);
  });
});

describe('an administrator', () => {
  it('can generate, create, list and delete codes, and a deletion ends the sessions of the code', async () => {
    const { body: generated } = await call<{ code: string }>(
      app,
      'POST /admin/codes/generate',
      admin,
    );
    expect(generated.code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    app.clock.step(1);
    const created = await call<AccessCode>(app, 'POST /admin/codes', {
      token: admin.token,
      body: { code: generated.code, name: ' Anna ', email: '', company: 'BRF' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Anna',
      email: null,
      company: 'BRF',
      maxUses: null,
      useCount: 0,
      usedAt: null,
    });
    const sessionId = randomUUID();
    await validate(generated.code, sessionId);
    expect((await codes()).body.map(({ code }) => code)).toEqual([generated.code, 'DEMO-2026']);
    const path = `DELETE /admin/codes/${created.body.id}`;
    expect((await call(app, path, admin)).status).toBe(204);
    expect((await look(sessionId)).status).toBe(404);
    expect((await call(app, path, admin)).body.error.code).toBe('code.not_found');
  });

  it.each([
    [{ name: 'a'.repeat(101) }, 'name', 'Namnet får max vara 100 tecken'],
    [{ email: 'nej' }, 'email', 'Ogiltig e-postadress'],
    [{ company: 'a'.repeat(201) }, 'company', 'Företaget får max vara 200 tecken'],
    [{ code: 'abcd-1234' }, 'code', 'Koden måste vara i formatet XXXX-XXXX'],
  ])('receives an error at the wrong field of %j', async (change, field, message) => {
    const { status, body } = await call(app, 'POST /admin/codes', {
      token: admin.token,
      body: { code: 'ABCD-1234', ...change },
    });
    expect([status, body.error.fields]).toEqual([400, { [field]: message }]);
  });

  it('has sole access: without a sign-in it is 401, without the role in the database 403', async () => {
    const anna = await signIn(app, 'anna');
    expect((await call(app, 'GET /admin/codes')).body.error.code).toBe('auth.required');
    expect((await call(app, 'GET /admin/codes', anna)).body.error.code).toBe('auth.admin_required');
    await app.database.query(`update users set roles = '{}' where 'admin' = any(roles)`);
    expect((await codes()).status).toBe(403);
  });
});
