import type { MembershipRole, MembershipStatus } from '../../../../contract/http.js';
import type { Membership } from '../membership.entity.js';
import { changeOwn, type OwnChange } from './home-request.js';

const membership = (
  role: MembershipRole = 'resident',
  status: MembershipStatus = 'active',
  requestedApartment: string | null = null,
) =>
  ({
    id: 'm',
    role,
    status,
    name: 'Karl Ek',
    entrance: 'A',
    apartment: '1301',
    requestedEntrance: null,
    requestedApartment,
  }) as Membership;

const at = (entrance: string | null, apartment: string) => ({ entrance, apartment });
const requested = (requestedEntrance: string | null, requestedApartment: string | null) => ({
  requestedEntrance,
  requestedApartment,
});

it.each<[string, Membership, OwnChange, Partial<Membership>]>([
  ['renames at once', membership(), { name: 'Kalle' }, { name: 'Kalle' }],
  ['requests an apartment', membership(), { apartment: '1302' }, requested('A', '1302')],
  ['requests no entrance', membership(), { entrance: '' }, requested(null, '1301')],
  [
    'replaces a request',
    membership('resident', 'active', '1302'),
    { entrance: 'B' },
    requested('B', '1302'),
  ],
  ['keeps a request', membership('resident', 'active', '1302'), { name: 'Karl Ek' }, {}],
  [
    'withdraws a request',
    membership('resident', 'active', '1302'),
    at('A', '1301') as OwnChange,
    requested(null, null),
  ],
  ['moves a manager', membership('manager'), { apartment: '1302' }, at('A', '1302')],
  ['moves who waits', membership('manager', 'pending'), { entrance: 'B' }, at('B', '1301')],
])('%s', (_case, known, change, expected) => {
  expect(changeOwn(known, change)).toEqual({ ...known, ...expected });
});
