import type { Me, SecondFactorSetUp } from '@contract/http';
import { SECOND_FACTOR_FRAGMENT } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { Download, Printer } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { fileDay, saveFile } from '../../lib/browser/save-file.js';
import { useLoad } from '../../lib/hooks/use-load.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { activeMemberships, loadMe, useMe } from '../../lib/session/me.js';
import { longDate } from '../../lib/time/dates.js';
import { Button } from '../../ui/button.js';
import { CARD } from '../../ui/card.js';
import { CopyButton } from '../../ui/copyable.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { LONE_LINK } from '../../ui/link.js';
import { Notice, RetryNotice } from '../../ui/notice.js';
import { PageSection } from '../../ui/pages/page.js';
import { QrCode } from '../../ui/qr-code.js';
import { toast } from '../../ui/toasts.js';
import { CodeForm } from './code-form.js';
import {
  readSecondFactor,
  setUpSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './second-factor-api.js';
import { onText, SECOND_FACTOR } from './second-factor.copy.js';

/** Administrators and managers can open other accounts, so it is offered to them. */
const isOffered = (me: Me | undefined) =>
  me?.user.roles.includes('admin') || activeMemberships(me).some(({ role }) => role === 'manager');

/** The profile's section for two-step sign-in. A user who has lost the role can still turn it off. */
export function SecondFactorSection() {
  const me = useMe((state) => state.me);
  const { status, data, reload } = useLoad('second-factor', readSecondFactor);
  const [isChanging, setChanging] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const button = useRef<HTMLButtonElement>(null);
  const start = useFragmentFocus(data !== undefined);

  /** Leads back to the button that began, because the pressed one disappears. */
  const leave = () => {
    flushSync(() => {
      setCodes(undefined);
      setChanging(false);
    });
    button.current?.focus();
  };
  const refresh = async () => {
    await Promise.all([reload(), loadMe()]);
    leave();
  };
  const turnedOn = (recoveryCodes: string[]) => {
    toast({ ...SECOND_FACTOR.done, kind: 'success' });
    setCodes(recoveryCodes);
  };
  const turnOff = async (code: string) => {
    await turnOffSecondFactor(code);
    toast({ ...SECOND_FACTOR.turnedOff, kind: 'success' });
    await refresh();
  };

  const onSince = data?.onSince;
  if (!onSince && !codes && !isOffered(me)) return null;
  const begin = (
    <Button
      ref={button}
      variant={onSince ? 'secondary' : 'primary'}
      className="self-start"
      onClick={() => setChanging(true)}
    >
      {onSince ? SECOND_FACTOR.turnOff : SECOND_FACTOR.begin}
    </Button>
  );
  return (
    <PageSection heading={SECOND_FACTOR.heading}>
      <div ref={start} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {!data && status === 'failed' && (
          <RetryNotice onRetry={reload}>{SECOND_FACTOR.failed}</RetryNotice>
        )}
        {codes && <RecoveryCodes codes={codes} onSaved={() => void refresh()} />}
        {data && !codes && !onSince && (
          <>
            {me?.secondFactorMissing && <Notice>{SECOND_FACTOR.missing}</Notice>}
            {!isChanging && <p>{SECOND_FACTOR.off}</p>}
            {isChanging ? <SetUp onDone={turnedOn} onCancel={leave} /> : begin}
          </>
        )}
        {data && !codes && onSince && (
          <>
            <p>{onText(longDate(onSince), data.recoveryCodesLeft)}</p>
            {isChanging ? <TurnOff send={turnOff} onCancel={leave} /> : begin}
          </>
        )}
      </div>
    </PageSection>
  );
}

/** Moves the focus here when a link's fragment names the section, once there is something to read. */
function useFragmentFocus(isLoaded: boolean) {
  const start = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && hash === SECOND_FACTOR_FRAGMENT) start.current?.focus();
  }, [isLoaded, hash]);
  return start;
}

interface TurnOffProps {
  send: (code: string) => Promise<void>;
  onCancel: () => void;
}

function TurnOff({ send, onCancel }: TurnOffProps) {
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

const copy = SECOND_FACTOR.codes;
const ICON = { 'aria-hidden': true, className: 'size-5' };

interface RecoveryCodesProps {
  codes: string[];
  onSaved: () => void;
}

/** Shows the recovery codes, which the server sends once. It is printed without the rest of the page. */
function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const text = codes.join('\n');

  useEffect(() => heading.current?.focus(), []);

  return (
    <div data-printed-alone className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-button font-semibold">
        {copy.heading}
      </h3>
      <p>{copy.text}</p>
      <ul
        aria-label={copy.list}
        translate="no"
        className={`grid gap-x-6 gap-y-2 p-4 font-mono sm:grid-cols-2 ${CARD}`}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} {...copy.toasts}>
          {copy.copy}
        </CopyButton>
        <Button
          variant="secondary"
          icon={<Download {...ICON} />}
          onClick={() => saveFile(copy.file(fileDay()), `${text}\n`, 'text/plain')}
        >
          {copy.download}
        </Button>
        <Button variant="secondary" icon={<Printer {...ICON} />} onClick={() => window.print()}>
          {copy.print}
        </Button>
      </div>
      <Button className="self-start" onClick={onSaved}>
        {copy.saved}
      </Button>
    </div>
  );
}

interface SetUpProps {
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Asks for the password, shows the secret, and asks for the first code of the app. */
function SetUp({ onDone, onCancel }: SetUpProps) {
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
