import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.js';
import { Names } from './names.js';
import { closeFailures } from './toasts.js';
import { useBack } from './use-back.js';

interface DialogProps {
  /** For a button inside that closes the dialog. */
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  /** An alarm covers the dialog and does not close it. */
  waits?: boolean;
  /** Also called when something else closes the dialog, for example an alarm. */
  onClose: () => void;
  children?: ReactNode;
}

export function Dialog({ ref, title, waits, onClose, children }: DialogProps) {
  const id = useId();
  useBack(() => ref.current?.close());

  // The dialog is closed before it is removed: only a dialog that closes restores the focus.
  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
    return () => shown?.close();
  }, [ref]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      data-waits={waits}
      onClose={() => !ref.current?.open && onClose()}
      className="m-auto w-[calc(100%-2rem)] max-w-form rounded-card border border-line bg-page p-6 text-ink backdrop:bg-shade/70"
    >
      <h2 id={id} className="text-h2 font-bold">
        <Names in={title} />
      </h2>
      {children}
    </dialog>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, 'ref'> {
  confirm: string;
  cancel?: string;
  /** `danger` when the confirmed action loses something, `secondary` to suggest no answer. */
  look?: 'danger' | 'primary' | 'secondary';
  onConfirm: () => void;
}

/** Asks before an action that cannot be undone. The focus is on the harmless answer. */
export function ConfirmDialog({
  children,
  confirm,
  cancel = 'Avbryt',
  look = 'danger',
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const act = () => {
    closeFailures();
    onConfirm();
  };
  return (
    <Dialog ref={ref} {...dialog}>
      {children && <div className="mt-3">{children}</div>}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:w-full">
        <Button variant="secondary" autoFocus onClick={() => ref.current?.close()}>
          {cancel}
        </Button>
        <Button variant={look} onClick={act}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
