import type { MembershipRole, UserRole } from '../../contract/http.js';

export const DEMO_CODE = 'DEMO-2026';
export const DEMO_PASSWORD = 'demo-storgatan-12';

const MANAGER: MembershipRole = 'manager';
const RESIDENT: MembershipRole = 'resident';

/** Other programs sign in with these accounts: docs/wire.md and the README name them. */
export const DEMO_BUILDINGS = [
  {
    name: 'BRF Storgatan 12',
    address: 'Storgatan 12, Umeå',
    /** Any signed-in user may join without an invitation. */
    openDemo: true,
    homes: [
      '1001 1002',
      '1101 1102 1103 1104',
      '1201 1202 1203 1204',
      '1301 1302 1303 1304',
    ].flatMap((floor) => floor.split(' ')),
    members: [
      { email: 'anna@resq.example', name: 'Anna Berg', apartment: '1201', role: MANAGER },
      { email: 'karl@resq.example', name: 'Karl Ek', apartment: '1301', role: RESIDENT },
      { email: 'lisa@resq.example', name: 'Lisa Ny', apartment: '1102', role: RESIDENT },
    ],
  },
  {
    name: 'Storgatan 14',
    address: 'Storgatan 14, Umeå',
    openDemo: false,
    homes: [],
    members: [{ email: 'otto@resq.example', name: 'Otto Lind', apartment: '1001', role: MANAGER }],
  },
];

export const DEMO_ADMIN: { email: string; roles: UserRole[] } = {
  email: 'admin@resq.example',
  roles: ['admin'],
};
