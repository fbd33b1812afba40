import type { Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { useEffect, useId, useMemo, useState } from 'react';
import { watchSound } from '../../lib/audio.js';
import { activeMemberships, useMe } from '../../lib/me.js';
import { AlarmBar } from './alarm-bar.js';
import { AlarmView } from './alarm-view.js';
import { forgetAnswers } from './answers.js';
import { forgetAttention, useAttention } from './attention.js';
import { ConnectionBar } from './connection-bar.js';
import { listen } from './feed-listener.js';
import { shortAddress } from './format.js';
import { isMine } from './ringing.js';
import { SendSheet } from './send-sheet.js';
import { forgetSending } from './send-store.js';
import { SoundBar } from './sound-bar.js';
import { type Alarms, useAlarms } from './use-alarms.js';
import { useSiren } from './use-siren.js';
import { useWindowTitle } from './use-window-title.js';

/**
 * Everything about alarms that must work on every signed-in page: hearing, sounding, showing, and
 * sending to the end. Mounted once, under the page's header, where its bars appear.
 * @param memberships active ones; those of the signed-in person when left out
 */
export function AlarmHost({ memberships }: { memberships?: Membership[] }) {
  const me = useMe((state) => state.me);
  const houses = useMemo(() => memberships ?? activeMemberships(me), [memberships, me]);
  const headingId = useId();
  useListening();

  const alarms = useAlarms(houses);
  const inPanel = useAttention((state) => state.inPanel);
  useSiren(alarms);

  const [first] = alarms.active;
  const houseOf = (alarm: Alarm) => houses.find(({ building }) => building.id === alarm.buildingId);
  const house = first && houseOf(first);
  useWindowTitle(first, house && shortAddress(house.building));

  const { picked, pickNext } = usePicked(unansweredFirst(alarms));
  const shown = picked ?? alarms.ended[0];
  // One's own alarm, on the page that is about it, needs no bar.
  const aside = alarms.active.filter(
    (alarm) =>
      !alarms.open.includes(alarm) && !(alarm.id === inPanel && isMine(alarm, alarms.here)),
  );

  return (
    <>
      <div className="sticky bottom-0 z-10">
        <ConnectionBar />
        <SoundBar />
        <AlarmBar aside={aside} />
      </div>
      <SendSheet />
      {shown && (
        <AlarmView
          alarm={shown}
          alarms={alarms}
          membership={houseOf(shown)}
          headingId={headingId}
          onNext={pickNext}
        />
      )}
    </>
  );
}

function unansweredFirst({ open, here }: Alarms): Alarm[] {
  const isAnswered = ({ id }: Alarm) => here.answered.has(id);
  return [...open.filter((alarm) => !isAnswered(alarm)), ...open.filter(isAnswered)];
}

/** The first, until somebody looks at another one; what comes or goes leads back to the first. */
function usePicked(open: Alarm[]) {
  const [pick, setPick] = useState({ position: 0, among: '' });
  const among = open.map(({ id }) => id).join(' ');
  const position = pick.among === among ? pick.position : 0;
  const pickNext = () => setPick({ position: (position + 1) % open.length, among });
  return { picked: open[position], pickNext };
}

function useListening(): void {
  useEffect(() => {
    const buildingIds = () => activeMemberships(useMe.getState().me).map((one) => one.building.id);
    const stops = [listen(buildingIds), watchSound()];
    return () => {
      stops.forEach((stop) => stop());
      forgetSending();
      forgetAnswers();
      forgetAttention();
    };
  }, []);
}
