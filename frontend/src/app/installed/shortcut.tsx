import { ALARM_TYPES } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { KINDS } from '../../features/alarms/model/kinds.copy.js';
import { openSheet, useSend } from '../../features/alarms/send/send-store.js';
import { useSelectedBuilding } from '../../lib/session/selected-building.js';

/** Opens the sheet that a shortcut of the installed app leads to. Sending still takes a press. */
export default function Shortcut({ memberships }: { memberships: Membership[] }) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const membership = useSelectedBuilding(memberships);
  useEffect(() => {
    const type = ALARM_TYPES.find((one) => KINDS[one].shortcut === hash);
    if (!type || !membership) return;
    // A reload must not open the sheet again.
    void navigate(pathname, { replace: true });
    // An open sheet may be sending, and shows how that goes.
    if (!useSend.getState().sheet) openSheet(membership, type);
  }, [hash, pathname, membership, navigate]);
  return null;
}
