import type { Alarm, ReceiptLevel } from '@contract/alarm';
import { isolated } from '@contract/written-text';
import type { Membership } from '@contract/http';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { watchSound } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useHoldReload } from '../../../lib/browser/reload.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { forgetAttention, setWindow, useAttention } from '../commands/attention.js';
import { forgetReceipts, reportReceipt, watchHiding } from '../commands/receipts.js';
import { listen } from '../feed/feed-listener.js';
import { recordClosed } from '../feed/feed-store.js';
import { isMine, kindOf, mayRing, siren } from '../model/alarm-rules.js';
import { shortAddress } from '../model/format.js';
import { callId } from '../ongoing/help-calls.js';
import { type Alarms, useAlarms } from '../ongoing/use-alarms.js';
import { leaveSending, resumeSending } from '../send/press-machine.js';
import { SendSheet } from '../send/send-sheet.js';
import { useSend } from '../send/send-store.js';
import { AlarmBar } from './alarm-bars.js';
import { AlarmView } from './alarm-view.js';
import { usePressGuard } from './use-press-guard.js';
import { useSignals, useSiren, useWindowTitle } from './use-signals.js';

interface AlarmHostProps {
  memberships?: Membership[];
  bars?: ReactNode;
  barOverPage?: ReactNode;
}

/** If the person's memberships are not loaded within this time, alarms are shown without them. */
const PATIENCE_MS = 2_000;

/**
 * Receives, sounds and shows alarms on every signed-in page, and completes a press that is being
 * sent. It is mounted once, at the end of the page, where its bars stick to the bottom.
 * @param memberships active memberships; those of the signed-in person when left out
 * @param bars further bars that stick to the bottom of every page; in an alarm only those about it
 * @param barOverPage shown above an alarm that covers the page with its bars
 */
export function AlarmHost({ memberships, bars, barOverPage }: AlarmHostProps) {
  const me = useMe((state) => state.me);
  const own = useMemo(() => memberships ?? activeMemberships(me), [memberships, me]);
  const headingId = useId();
  useListening();
  usePressGuard();

  const known = useAlarms(own);
  // Until the memberships are known, the person's own alarm would ring like a neighbour's.
  const isKnown = usePatience(me !== undefined || memberships !== undefined);
  const alarms = isKnown ? known : { ...known, active: [], open: [], ended: [] };
  const inPage = useAttention((state) => state.inPage);
  useSiren(alarms);
  useReceipts(alarms);
  useHelpOpens(alarms);
  useSentOpens();
  const isSending = useSend(({ sheet }) => sheet !== undefined);
  useHoldReload(alarms.active.length > 0 || alarms.ended.length > 0 || isSending);
  useSignals(alarms);

  const [first] = alarms.active;
  const membershipOf = (alarm: Alarm) =>
    own.find(({ building }) => building.id === alarm.buildingId);
  const membership = first && membershipOf(first);
  useWindowTitle(first, membership && isolated(shortAddress(membership.building)));

  const { shown: ongoing, showNext } = useShown(alarms);
  const isRead = ({ exercise, id }: Alarm) => exercise && location.pathname.endsWith(id);
  const shown = ongoing ?? alarms.ended.find((alarm) => !isRead(alarm));
  // The pages of an exercise say that it is over: nothing lies over the report that a manager reads.
  useEffect(() => alarms.ended.filter(isRead).forEach(recordClosed));
  // An alarm needs no bar on the page that shows it.
  const minimised = alarms.active.filter(
    (alarm) => !alarms.open.includes(alarm) && alarm.id !== inPage,
  );

  return (
    <>
      <div className="contents" data-alarm={alarms.active.length > 0 || undefined}>
        {bars}
      </div>
      <AlarmBar alarms={alarms} minimised={minimised} />
      <SendSheet />
      {shown && (
        <AlarmView
          alarm={shown}
          alarms={alarms}
          membership={membershipOf(shown)}
          headingId={headingId}
          bar={barOverPage}
          onNext={showNext}
        />
      )}
    </>
  );
}

/**
 * Returns the most urgent alarm that may ring, or the one that the person has moved on to.
 * When an alarm begins or ends, the most urgent one is shown again.
 */
function useShown({ active, open, person }: Alarms) {
  const [pick, setPick] = useState({ id: '', among: '' });
  const among = active.map(({ id }) => id).join(' ');
  const picked = pick.among === among ? open.find(({ id }) => id === pick.id) : undefined;
  const shown = picked ?? open.find((alarm) => mayRing(alarm, person)) ?? open[0];
  const showNext = () => {
    const next = shown && active[(active.indexOf(shown) + 1) % active.length];
    if (!next) return;
    setWindow(next.id, 'open');
    setPick({ id: next.id, among });
  };
  return { shown, showNext };
}

/** Returns true once the memberships are known, or after 2 s: an alarm must not wait longer. */
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
      forgetAttention();
    };
  }, []);
}

/** Opens a minimised alarm when a neighbour calls for help: everybody near is told at once. */
function useHelpOpens({ active, person }: Alarms): void {
  const known = useRef(new Map<string, Set<string>>());
  useEffect(() => {
    const { inPage } = useAttention.getState();
    for (const alarm of active) {
      const { id, needHelp } = alarm;
      const earlier = known.current.get(id);
      const news = needHelp.filter(
        (call) => !earlier?.has(callId(call)) && !person.membershipIds.has(call.membershipId),
      );
      known.current.set(id, new Set(needHelp.map(callId)));
      // An alarm that is new here opens by its own rule, and the sender's page shows the call.
      if (earlier && news.length > 0 && !(id === inPage && isMine(alarm, person)))
        setWindow(id, 'open', false);
    }
  }, [active, person]);
}

/** Opens the alarm of a press once it is saved, because most pages do not confirm that it was sent. */
function useSentOpens(): void {
  const sent = useSend((state) => state.sent);
  useEffect(() => {
    const id = sent?.answer.alarm.id;
    if (id && id !== useAttention.getState().inPage) setWindow(id, 'open');
  }, [sent]);
}

/**
 * Reports how far each alarm came on this device: received, sounding or seen. `sounding` depends on
 * audio that plays, not on the request to play it, and `seen` on an action of the person.
 */
function useReceipts({ active, person, nowMs }: Alarms): void {
  const playing = useSound((state) => state.playing);
  const touched = useAttention((state) => state.touched);
  const ringing = siren(active, person, nowMs);

  const known = active.map(({ id }) => id).join(' ');
  const sounding = ringing && playing === kindOf(ringing) ? ringing.id : '';
  const seen = active
    .filter((alarm) => isMine(alarm, person) || touched.has(alarm.id))
    .map(({ id }) => id)
    .join(' ');

  useEffect(() => {
    const alarms = new Map(active.map((alarm) => [alarm.id, alarm]));
    const report = (ids: string, level: ReceiptLevel) => {
      for (const id of ids.split(' ').filter(Boolean)) {
        const alarm = alarms.get(id);
        if (alarm) reportReceipt(alarm, level);
      }
    };
    report(known, 'received');
    report(sounding, 'sounding');
    report(seen, 'seen');
    // The three texts change when a report is due; the list of alarms is a new one every second.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [known, sounding, seen]);

  useEffect(() => {
    const stop = watchHiding();
    return () => {
      stop();
      forgetReceipts();
    };
  }, []);
}
