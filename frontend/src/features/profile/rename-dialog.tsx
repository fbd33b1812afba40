import type { Device, DeviceName } from '@contract/devices';
import { RULES } from '@contract/text-rules';
import { useRef, useState } from 'react';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/confirm-dialog.js';
import { TextField } from '../../ui/forms/fields.js';
import { Form } from '../../ui/forms/form.js';
import { FailureNotice } from '../../ui/notice.js';
import type { ToastTexts } from '../../ui/toasts.js';
import { renameDevice } from './profile-api.js';
import { deviceName, PROFILE } from './profile.copy.js';

const COPY = PROFILE.devices.rename;

interface RenameDialogProps {
  device: Device;
  onRenamed: (saved: DeviceName) => void;
  onClose: () => void;
}

/** Gives a device a name, or takes it away. Devices of one kind have the same words otherwise. */
export function RenameDialog({ device, onRenamed, onClose }: RenameDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useTextForm(RULES.device, { initial: { name: device.name ?? '' } });
  const submit = form.submit(async ({ name }) => {
    onRenamed(await renameDevice(device.id, name));
    onClose();
  });
  // The dialog would cover a toast.
  const [failure, setFailure] = useState<ToastTexts>();
  return (
    <Dialog ref={dialog} title={COPY.title(deviceName(device))} onClose={onClose}>
      <Form
        className="mt-4 gap-6"
        onSubmit={async (event) => {
          setFailure(undefined);
          setFailure((await submit(event)) ?? undefined);
        }}
      >
        {failure && <FailureNotice {...failure} />}
        <TextField label={COPY.label} hint={COPY.hint} autoFocus {...form.field('name')} />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:w-full">
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            {COPY.cancel}
          </Button>
          <Button type="submit" busy={form.busy}>
            {COPY.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
