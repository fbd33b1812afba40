import type { Device } from '@contract/devices';
import { PAGES } from '@contract/paths';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSound } from '../../lib/audio/sound-state.js';
import { longMoment, shortDay } from '../../lib/time/dates.js';
import { failureTexts } from '../../lib/net/failure-texts.js';
import { ApiError } from '../../lib/net/http.js';
import { deviceId } from '../../lib/browser/ids.js';
import { useConnection } from '../../lib/realtime/socket.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { useLoad } from '../../lib/hooks/use-load.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { toast } from '../../ui/toasts.js';
import { OwnCard, OwnList } from './own-list.js';
import { PROFILE } from './profile.copy.js';
import { forgetDevice, listDevices } from './profile-api.js';
import { ProfileSection } from './profile-section.js';

const copy = PROFILE.devices;

/** Lists the user's devices, and shows whether alarms would sound on them. */
export function OwnDevices() {
  // On a first visit the list may be read before the server has saved this device. The key then
  // changes, which loads the list again.
  const isRegistered = useDeviceAck(({ testedAt }) => testedAt !== undefined);
  const loaded = useLoad(isRegistered ? 'registered' : 'unregistered', listDevices);
  const here = useThisDevice();
  const [asked, ask] = useState<Device>();

  const forget = async ({ id }: Device) => {
    try {
      await forgetDevice(id);
    } catch (error) {
      // The device was removed elsewhere already, which is the wanted result.
      const gone = error instanceof ApiError && error.code === 'device.not_found';
      if (!gone) return toast({ ...failureTexts(error), kind: 'error' });
    }
    loaded.change((all) => all.filter((device) => device.id !== id));
    toast({ ...copy.removed, kind: 'success' });
  };

  return (
    <ProfileSection heading={copy.heading}>
      <p>{copy.lead}</p>
      <OwnList loaded={loaded} failed={copy.failed}>
        {(device: Device) => (
          <OwnCard
            key={device.id}
            title={device.label}
            here={device.id === here.id && copy.here}
            actions={
              <>
                {device.id === here.id && (
                  <Link to={PAGES.check} className={buttonClass({ variant: 'secondary' })}>
                    {copy.test}
                  </Link>
                )}
                <Button
                  variant="secondary"
                  aria-label={copy.removeOne(device.label, stateText(device, here))}
                  onClick={() => ask(device)}
                >
                  {copy.remove}
                </Button>
              </>
            }
          >
            {stateText(device, here)}
          </OwnCard>
        )}
      </OwnList>
      {loaded.data?.length === 0 && <p className="text-muted">{copy.none}</p>}
      {asked && (
        <ConfirmDialog
          title={copy.question(asked.label)}
          confirm={copy.remove}
          onConfirm={() => {
            ask(undefined);
            void forget(asked);
          }}
          onClose={() => ask(undefined)}
        >
          <p>{copy.text}</p>
        </ConfirmDialog>
      )}
    </ProfileSection>
  );
}

/** This tab's own state is newer than a list that was read while it was connecting. */
function useThisDevice(): Pick<Device, 'id' | 'connected' | 'ready'> {
  const connected = useConnection(({ status }) => status === 'connected');
  const armed = useSound(({ state }) => state === 'armed');
  return { id: deviceId(), connected, ready: connected && armed };
}

/** Returns, for example, "Redo · testad 3 november". */
function stateText(device: Device, here: ReturnType<typeof useThisDevice>): string {
  const { connected, ready } = device.id === here.id ? here : device;
  const { lastSeenAt, testedAt } = device;
  const away = device.id === here.id ? copy.awayNow : copy.away(longMoment(lastSeenAt));
  const state = ready ? copy.ready : connected ? copy.muted : away;
  return `${state} · ${testedAt ? copy.tested(shortDay(testedAt)) : copy.untested}`;
}
