import { createRoot } from 'react-dom/client';
import { ConfirmationDialog } from './confirmation-dialog.js';

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
