import type { Building } from '@contract/http';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { TextField } from '../../../ui/forms/fields.js';
import { BUILDINGS, closeQuestion } from './buildings.copy.js';

interface CloseBuildingProps {
  building: Building;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for the building's name: closing the wrong one would silence its alarms. */
export function CloseBuilding({ building: { name }, onConfirm, onClose }: CloseBuildingProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const confirm = () => {
    if (field.current?.value.trim() === name) return onConfirm();
    setWrong(true);
    field.current?.focus();
  };
  return (
    <ConfirmDialog
      title={closeQuestion(name)}
      confirm={BUILDINGS.close}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{BUILDINGS.closeText}</p>
      <TextField
        ref={field}
        className="mt-4"
        label={BUILDINGS.closeField}
        error={isWrong ? BUILDINGS.wrongName : undefined}
        onChange={() => setWrong(false)}
      />
    </ConfirmDialog>
  );
}
