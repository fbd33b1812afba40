import type { SecondFactorSetUp } from '@contract/http';
import { RULES } from '@contract/text-rules';
import { type ReactNode, useState } from 'react';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { LONE_LINK } from '../../ui/link.js';
import { QrCode } from '../../ui/qr-code.js';
import { CodeForm } from './code-form.js';
import { setUpSecondFactor, turnOnSecondFactor } from './second-factor-api.js';
import { SECOND_FACTOR } from './second-factor.copy.js';

interface SetUpProps {
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Asks for the password, shows the secret, and asks for the first code of the app. */
export function SetUp({ onDone, onCancel }: SetUpProps) {
  const [begun, setBegun] = useState<SecondFactorSetUp>();
  const cancel = (
    <Button variant="secondary" onClick={onCancel}>
      {SECOND_FACTOR.cancel}
    </Button>
  );
  if (!begun) return <PasswordStep onBegun={setBegun}>{cancel}</PasswordStep>;

  const turnOn = async (code: string) => onDone((await turnOnSecondFactor(code)).recoveryCodes);
  return (
    <>
      <p ref={focusOnce} tabIndex={-1} className="outline-none">
        {SECOND_FACTOR.scan}
      </p>
      <QrCode text={begun.url} label={SECOND_FACTOR.qr} />
      <dl>
        <dt className="font-semibold">{SECOND_FACTOR.secret}</dt>
        <dd translate="no" className="font-mono wrap-anywhere select-all">
          {begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </dd>
      </dl>
      <a href={begun.url} className={`${LONE_LINK} self-start`}>
        {SECOND_FACTOR.open}
      </a>
      <div className="max-w-form">
        <CodeForm submit={SECOND_FACTOR.turnOn} send={turnOn} isFirst>
          {cancel}
        </CodeForm>
      </div>
    </>
  );
}

/** The pressed button is gone, and a screen reader has to read the secret before the field. */
const focusOnce = (text: HTMLElement | null) => text?.focus();

interface PasswordStepProps {
  onBegun: (setUp: SecondFactorSetUp) => void;
  children: ReactNode;
}

function PasswordStep({ onBegun, children }: PasswordStepProps) {
  const form = useTextForm({ password: RULES.account.password });

  const submit = form.submit(async ({ password }) => onBegun(await setUpSecondFactor(password)));

  return (
    <Form aria-label={SECOND_FACTOR.heading} className="max-w-form gap-4" onSubmit={submit}>
      <PasswordField
        label={SECOND_FACTOR.password}
        autoFocus
        autoComplete="current-password"
        {...form.field('password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {SECOND_FACTOR.next}
        </Button>
        {children}
      </div>
    </Form>
  );
}
