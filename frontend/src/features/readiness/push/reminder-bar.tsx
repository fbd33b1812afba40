import { PAGES } from '@contract/paths';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { Bar } from '../../../ui/bar.js';

/** Passes on that a manager asked for a test, until a device was tested. */
export function ReminderBar() {
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const isReminded = useMe(({ me }) =>
    activeMemberships(me).some(({ remindedAt }) => remindedAt && remindedAt > (testedAt ?? '')),
  );
  return (
    <Bar action={isReminded && { text: 'Testa nu', to: PAGES.check }}>
      {isReminded && <span>Styrelsen ber dig testa att larm når dig.</span>}
    </Bar>
  );
}
