import type { Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { watchSound } from '../../../lib/audio/audio.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { useHoldReload } from '../../../lib/browser/reload.js';
import { AlarmBar } from './alarm-bar.js';
import { AlarmView } from './alarm-view.js';
import { forgetPendingResponses } from '../commands/respond.js';
import { forgetAttention, place, useAttention } from '../commands/attention.js';
import { listen } from '../feed/feed-listener.js';
import { shortAddress } from '../model/format.js';
import { MissedBar } from './missed-bar.js';
import { leaveSending, resumeSending } from '../send/send-actions.js';
import { isMine } from '../model/alarm-rules.js';
import { SendSheet } from '../send/send-sheet.js';
import { useSend } from '../send/send-store.js';
import { type Alarms, useAlarms } from '../send/use-alarms.js';
import { useReceipts } from './use-receipts.js';
import { useSignals } from './use-signals.js';
import { useSiren } from './use-siren.js';
import { useWindowTitle } from './use-window-title.js';

const PATIENCE_MS = 2_000;

/**
 * Everything about alarms that must work on every signed-in page: hearing, sounding, showing, and
 * sending to the end. Mounted once, under the page's header, where its bars appear.
 * @param memberships active ones; those of the signed-in person when left out
 * @param bars what else must be seen on every page; they stick to its bottom with the alarm's own
 */
export function AlarmHost({ memberships, bars }: { memberships?: Membership[]; bars?: ReactNode }) {
  const me = useMe((state) => state.me);
  const houses = useMemo(() => memberships ?? activeMemberships(me), [memberships, me]);
  const headingId = useId();
  useListening();

  const known = useAlarms(houses);
  // Before it is known who is here, one's own alarm would ring like a neighbour's.
  const isKnown = usePatience(me !== undefined || memberships !== undefined);
  const alarms = isKnown ? known : { ...known, active: [], open: [], ended: [] };
  const inPanel = useAttention((state) => state.inPanel);
  useSiren(alarms);
  useReceipts(alarms);
  const isSending = useSend(({ sheet }) => sheet !== undefined);
  useHoldReload(alarms.active.length > 0 || alarms.ended.length > 0 || isSending);
  useSignals(alarms);

  const [first] = alarms.active;
  const houseOf = (alarm: Alarm) => houses.find(({ building }) => building.id === alarm.buildingId);
  const house = first && houseOf(first);
  useWindowTitle(first, house && shortAddress(house.building));

  const { shown: ongoing, showNext } = useShown(alarms);
  const shown = ongoing ?? alarms.ended[0];
  // One's own alarm, on the page that is about it, needs no bar.
  const aside = alarms.active.filter(
    (alarm) =>
      !alarms.open.includes(alarm) && !(alarm.id === inPanel && isMine(alarm, alarms.here)),
  );

  return (
    <>
      <div className="sticky bottom-0 z-10">
        {bars}
        <MissedBar houses={houses} here={alarms.here} nowMs={alarms.nowMs} />
        <AlarmBar aside={aside} here={alarms.here} nowMs={alarms.nowMs} />
      </div>
      <SendSheet />
      {shown && (
        <AlarmView
          alarm={shown}
          alarms={alarms}
          membership={houseOf(shown)}
          headingId={headingId}
          onNext={showNext}
        />
      )}
    </>
  );
}

/**
 * The most urgent one without an answer, until somebody looks at another one. An alarm that comes or
 * goes leads back to the first.
 */
function useShown({ active, open, here }: Alarms) {
  const [pick, setPick] = useState({ id: '', among: '' });
  const among = active.map(({ id }) => id).join(' ');
  const picked = pick.among === among ? open.find(({ id }) => id === pick.id) : undefined;
  const shown = picked ?? open.find(({ id }) => !here.answered.has(id)) ?? open[0];
  const showNext = () => {
    const next = shown && active[(active.indexOf(shown) + 1) % active.length];
    if (!next) return;
    place([next.id], 'open');
    setPick({ id: next.id, among });
  };
  return { shown, showNext };
}

/** True at once when it is known, and after a while anyway: an alarm must not wait for a name. */
function usePatience(isKnown: boolean): boolean {
  const [isOver, end] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => end(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isKnown || isOver;
}

function useListening(): void {
  useEffect(() => {
    const buildingIds = () => activeMemberships(useMe.getState().me).map((one) => one.building.id);
    const stops = [listen(buildingIds), watchSound()];
    void resumeSending();
    return () => {
      stops.forEach((stop) => stop());
      leaveSending();
      forgetPendingResponses();
      forgetAttention();
    };
  }, []);
}
