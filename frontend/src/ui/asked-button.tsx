import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface AskedButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  question: Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'confirm' | 'cancel' | 'look'> & {
    text: ReactNode;
  };
  onConfirm: () => void;
}

/** A button that asks before it acts. */
export function AskedButton({ question, onConfirm, ...button }: AskedButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const { text, ...dialog } = question;
  const confirm = () => {
    setAsked(false);
    onConfirm();
  };
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setAsked(true)} />
      {isAsked && (
        <ConfirmDialog {...dialog} onConfirm={confirm} onClose={() => setAsked(false)}>
          {text}
        </ConfirmDialog>
      )}
    </>
  );
}
