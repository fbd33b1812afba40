import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { OwnAccountService } from '../../src/modules/account/own-account.service.js';
import { AlarmCorrectionsService } from '../../src/modules/alarms/history/alarm-corrections.service.js';
import { ErasureService } from '../../src/modules/account/erasure.service.js';
import { useBuilding } from '../support/building.js';
import { call } from '../support/client.js';
import { everythingIn } from '../support/everything.js';

/** The requests that an operator carries out for people. */

const building = useBuilding();
const everything = () => everythingIn(building.app.database);

it('an ended alarm loses its words, and an active one keeps them', async () => {
  const { app, karl, lisa } = building;
  const act = (route: string, token: string, body: object) => call(app, route, { token, body });
  const press = {
    alarmId: randomUUID(),
    type: 'medical',
    place: 'Vinden hos Siv',
    note: 'Svimmat',
  };
  const raise = `POST /buildings/${karl.buildingId}/alarms`;
  const { body } = await call<RaiseResult>(app, raise, { token: karl.token, body: press });
  const { id } = body.alarm;
  const help = { response: 'need_help', place: 'Källaren hos Siv' };
  await act(`POST /alarms/${id}/responses`, lisa.token, help);
  const redaction = app.app.get(AlarmCorrectionsService);
  expect(await redaction.redact(id)).toBe('active');
  expect(await everything()).toContain('Svimmat');
  expect(await redaction.redact(randomUUID())).toBe('unknown');
  expect(await redaction.redact('no id')).toBe('unknown');
  await act(`POST /alarms/${id}/end`, karl.token, { outcome: 'resolved' });
  expect(await redaction.redact(id)).toBe('redacted');
  const left = await everything();
  for (const words of ['Vinden hos Siv', 'Svimmat', 'Källaren hos Siv']) {
    expect(left).not.toContain(words);
  }
  expect(left).toContain('alarm.redacted');
  expect((await call(app, `GET /alarms/${id}`, karl)).status).toBe(200);
});

it('an account is closed without its password, unless a building needs it', async () => {
  const { app, karl } = building;
  const service = app.app.get(OwnAccountService);
  expect(await service.closeFor('nobody@resq.example')).toBe(false);
  await expect(service.closeFor('anna@resq.example')).rejects.toMatchObject({
    code: 'building.last_manager',
  });
  expect(await service.closeFor('karl@resq.example')).toBe(true);
  expect((await call(app, 'GET /auth/me', { token: karl.token })).status).toBe(401);
  const person = { userId: karl.userId, membershipIds: [karl.membershipId] };
  await app.app.get(ErasureService).erase(person);
  expect(await everything()).not.toContain('karl@resq.example');
});
