import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.js';

interface ConfirmDialogProps {
  title: string;
  children?: ReactNode;
  confirm: string;
  cancel?: string;
  /** `danger` when the confirmed action loses something. */
  look?: 'danger' | 'primary';
  /** An alarm covers the dialog and does not close it. */
  waits?: boolean;
  onConfirm: () => void;
  /** Also called when something else closes the dialog, for example an alarm. */
  onClose: () => void;
}

/** Asks before an action that cannot be undone. The focus is on the harmless answer. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel = 'Avbryt',
  look = 'danger',
  waits,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // The dialog is closed before it is removed: only a dialog that closes restores the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      data-waits={waits}
      onClose={() => !dialog.current?.open && onClose()}
      className="m-auto w-[calc(100%-2rem)] max-w-form rounded-card border border-line bg-page p-6 text-ink backdrop:bg-shade/70"
    >
      <h2 id={id} className="text-h2 font-bold">
        {title}
      </h2>
      {children && <div className="mt-3">{children}</div>}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" autoFocus onClick={() => dialog.current?.close()}>
          {cancel}
        </Button>
        <Button variant={look} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}
