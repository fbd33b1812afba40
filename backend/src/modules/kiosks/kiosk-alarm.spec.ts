import { kioskAlarm } from './kiosk-alarm.js';
import type { ShownAlarm } from './kiosk.repository.js';

const SHOWN: ShownAlarm = {
  ...{ buildingId: 'b', id: 'a', type: 'fire', exercise: false },
  ...{ raisedAt: new Date(), expiresAt: new Date(), entrance: 'A', apartment: '1203' },
};

it.each<[Partial<ShownAlarm>, object]>([
  [{}, { entrance: 'A', floor: 2, apartment: '1203' }],
  [{ type: 'medical' }, { entrance: 'A', floor: 2 }],
  // Only a newer node knows whether this type is health data.
  [{ type: 'flood' as 'other' }, { entrance: 'A', floor: 2 }],
  [{ exercise: true }, {}],
])('a display shows %o at the home %o', (change, home) => {
  expect(kioskAlarm({ ...SHOWN, ...change }).home).toEqual(home);
});
