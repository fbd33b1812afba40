import { PAGES } from '@contract/paths';
import { CircleAlert } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useSession } from '../../lib/session/session.js';
import { useTimed } from '../../lib/hooks/use-timed.js';
import { Button } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { FramedPage } from '../../ui/pages/framed-page.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { LONE_LINK } from '../../ui/text-link.js';
import { CodeField } from './code-field.js';
import { GATE } from './gate.copy.js';
import { submitCode } from './submit-code.js';

const WRONG_SHOWN_MS = 3_000;

export function Gate({ onAccepted }: { onAccepted: () => void | Promise<void> }) {
  const [code, setCode] = useState('');
  const [checking, setChecking] = useState(false);
  const [wrong, showWrong] = useTimed<string>(WRONG_SHOWN_MS);
  const input = useRef<HTMLInputElement>(null);
  const signedIn = useSession((state) => state.status === 'signed_in');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (checking || !code.trim()) return;
    setChecking(true);
    showWrong(undefined);
    if (await submitCode(code)) return onAccepted();
    setChecking(false);
    showWrong(GATE.wrong);
    input.current?.focus();
  };

  return (
    <FramedPage>
      <PageTitle title={GATE.title} lang="en">
        {GATE.heading}
      </PageTitle>
      <div className="flex flex-col gap-2">
        <p>{GATE.what}</p>
        <p>{GATE.intro}</p>
      </div>
      <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
        <CodeField
          ref={input}
          value={code}
          onChange={setCode}
          below={wrong ? <Wrong text={wrong} /> : undefined}
        />
        <Button type="submit" size="answer" disabled={checking || !code.trim()}>
          {checking ? GATE.checking : GATE.submit}
        </Button>
        <p role="status" className="sr-only">
          {checking && GATE.checkingSaid}
        </p>
      </form>
      <div className="flex flex-col gap-2 border-t border-edge pt-5 text-muted">
        <p>{GATE.note}</p>
        <p className="flex flex-wrap items-center gap-x-2">
          {GATE.invited}
          <Link to={PAGES.join} className={LONE_LINK}>
            {GATE.toInvitation}
          </Link>
        </p>
        {!signedIn && (
          <p className="flex flex-wrap items-center gap-x-2">
            {GATE.account}
            <Link to={PAGES.auth} className={LONE_LINK}>
              {GATE.signIn}
            </Link>
          </p>
        )}
      </div>
    </FramedPage>
  );
}

function Wrong({ text }: { text: string }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 text-meta font-semibold text-error sm:text-body"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {text}
    </p>
  );
}
