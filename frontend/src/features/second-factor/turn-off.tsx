import { Button } from '../../ui/button.js';
import { CodeForm } from './code-form.js';
import { SECOND_FACTOR } from './second-factor.copy.js';

interface TurnOffProps {
  send: (code: string) => Promise<void>;
  onCancel: () => void;
}

export function TurnOff({ send, onCancel }: TurnOffProps) {
  return (
    <>
      <p>{SECOND_FACTOR.turnOffText}</p>
      <div className="flex max-w-form flex-col gap-3">
        <CodeForm submit={SECOND_FACTOR.turnOff} send={send}>
          <Button variant="secondary" onClick={onCancel}>
            {SECOND_FACTOR.cancel}
          </Button>
        </CodeForm>
      </div>
    </>
  );
}
