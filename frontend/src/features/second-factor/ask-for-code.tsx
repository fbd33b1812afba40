import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/confirm-dialog.js';
import { CodeForm } from './code-form.js';
import { confirmSession } from './second-factor-api.js';
import { CONFIRMATION } from './second-factor.copy.js';

let asking: Promise<boolean> | undefined;

/**
 * Opens a dialog of its own, on whatever page, because any request may need a confirmed session.
 * Requests that come meanwhile wait for the same code.
 * @returns whether a code has confirmed the session
 */
export function askForCode(): Promise<boolean> {
  asking ??= openDialog().finally(() => {
    asking = undefined;
  });
  return asking;
}

function openDialog(): Promise<boolean> {
  // A newer dialog would cover an alarm. Others are closed before they send a request.
  if (document.querySelector('dialog[open]')) return Promise.resolve(false);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((settle) => {
    const end = (isConfirmed: boolean) => {
      settle(isConfirmed);
      root.unmount();
      place.remove();
    };
    root.render(<ConfirmationDialog onEnd={end} />);
  });
}

/** @param onEnd receives false also when something else closes the dialog, for example an alarm */
function ConfirmationDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);

  const send = async (code: string) => {
    await confirmSession(code);
    onEnd(true);
  };
  return (
    <Dialog ref={dialog} title={CONFIRMATION.title} onClose={() => onEnd(false)}>
      <p className="my-3">{CONFIRMATION.text}</p>
      <div className="flex flex-col gap-3">
        <CodeForm submit={CONFIRMATION.submit} send={send}>
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            {CONFIRMATION.cancel}
          </Button>
        </CodeForm>
      </div>
    </Dialog>
  );
}
