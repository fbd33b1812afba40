import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { CodeForm } from './code-form.js';
import { CONFIRMATION } from './second-factor.copy.js';
import { confirmSession } from './second-factor-api.js';

/** @param onEnd called with false also when something else closes the dialog, for example an alarm */
export function ConfirmationDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // The dialog is closed before it is removed: only a dialog that closes restores the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const send = async (code: string) => {
    await confirmSession(code);
    onEnd(true);
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={() => !dialog.current?.open && onEnd(false)}
      className="m-auto w-[calc(100%-2rem)] max-w-form rounded-card border border-line bg-page p-6 text-ink backdrop:bg-shade/70"
    >
      <h2 id={id} className="text-h2 font-bold">
        {CONFIRMATION.title}
      </h2>
      <p className="my-3">{CONFIRMATION.text}</p>
      <div className="flex flex-col gap-3">
        <CodeForm submit={CONFIRMATION.submit} send={send}>
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            {CONFIRMATION.cancel}
          </Button>
        </CodeForm>
      </div>
    </dialog>
  );
}
