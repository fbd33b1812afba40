import { randomUUID } from 'node:crypto';
import { createValidationPipe } from '../../../../platform/input/validation.js';
import { ReceiptMessage } from '../../alarms.dto.js';
import { checkReceipt } from './check-receipt.js';

const [alarmId, deviceId] = [randomUUID(), randomUUID()];
const receipt = { alarmId, deviceId, level: 'received' };
const validate = (payload: unknown): Promise<unknown> =>
  createValidationPipe().transform(payload, { type: 'body', metatype: ReceiptMessage });

it.each(['received', 'sounding', 'seen'])(
  'takes a receipt as the validation does: %s',
  async (level) => {
    const payload = { ...receipt, level };
    expect(checkReceipt(payload)).toEqual(payload);
    expect(await validate(payload)).toEqual(payload);
  },
);

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'received'],
  ['a list', [receipt]],
  ['one of a call for help', { ...receipt, helpAt: '2026-11-22T12:00:00.000Z' }],
  ['an unknown property', { ...receipt, sender: 'Anna' }],
  ['an unknown property instead of a known one', { alarmId, level: 'received', sender: 'Anna' }],
  ['an unknown level', { ...receipt, level: 'heard' }],
  ['an inherited level', { ...receipt, level: 'constructor' }],
  ['a level that is a list', { ...receipt, level: ['received'] }],
  ['an id in capitals', { ...receipt, alarmId: alarmId.toUpperCase() }],
  ['an id with a line break', { ...receipt, deviceId: `${deviceId}\n` }],
  ['an id that is a list', { ...receipt, deviceId: [deviceId] }],
])('leaves to the validation: %s', (_what, payload) => {
  expect(checkReceipt(payload)).toBeUndefined();
});
