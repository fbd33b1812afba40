import { PUSH_STATES, SOUND_STATES } from '../../../../contract/devices.js';
import { createValidationPipe } from '../../../../platform/input/validation.js';
import { checkDeviceState } from './check-device-state.js';
import { DeviceStateMessage } from '../device-state.dto.js';

const state = { sound: 'armed', push: 'off', visible: true, build: '0.2.0-d5e8505' };
const validate = (payload: unknown): Promise<unknown> =>
  createValidationPipe().transform(payload, { type: 'body', metatype: DeviceStateMessage });

it.each([
  ...SOUND_STATES.map((sound) => ({ ...state, sound })),
  ...PUSH_STATES.map((push) => ({ ...state, push })),
  { ...state, visible: false },
  { ...state, build: 'b'.repeat(64) },
])('takes a state as the validation does (case %#)', async (payload) => {
  expect(checkDeviceState(payload)).toEqual(payload);
  expect(await validate(payload)).toEqual(payload);
});

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'armed'],
  ['a list', [state]],
  ['the outcome of a test', { ...state, tested: true }],
  ['an unknown property', { ...state, sender: 'Anna' }],
  ['an unknown property instead of a known one', { ...state, build: undefined, sender: 'Anna' }],
  ['an unknown sound', { ...state, sound: 'loud' }],
  ['an inherited sound', { ...state, sound: 'constructor' }],
  ['a push that is a list', { ...state, push: ['off'] }],
  ['a visible that is a text', { ...state, visible: 'true' }],
  ['an empty build', { ...state, build: '' }],
  ['a long build', { ...state, build: 'b'.repeat(65) }],
  ['a build with a line break', { ...state, build: 'dev\n' }],
  ['a build that is a list', { ...state, build: ['dev'] }],
])('leaves to the validation: %s', (_what, payload) => {
  expect(checkDeviceState(payload)).toBeUndefined();
});
