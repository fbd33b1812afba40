import { CODE_INPUT_MAX } from '@contract/limits';
import { PAGES } from '@contract/paths';
import { CircleAlert } from 'lucide-react';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/session.js';
import { useTimed } from '../../lib/use-timed.js';
import { Button } from '../../ui/button.js';
import { PageTitle } from '../../ui/page-title.js';
import { TextField } from '../../ui/text-field.js';
import { LONE_LINK } from '../../ui/text-link.js';
import { GATE } from './gate.copy.js';
import { submitCode } from './submit-code.js';

const WRONG_SHOWN_MS = 3_000;

export function Gate({ onAccepted }: { onAccepted: () => void }) {
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
    const accepted = await submitCode(code);
    setChecking(false);
    if (accepted) return onAccepted();
    showWrong(GATE.wrong);
    input.current?.focus();
  };

  return (
    <div className="mx-auto flex w-full max-w-form flex-col gap-6 sm:py-6">
      <PageTitle title={GATE.title} lang="en">
        {GATE.heading}
      </PageTitle>
      <p>{GATE.intro}</p>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          ref={input}
          label={GATE.label}
          name="code"
          placeholder={GATE.placeholder}
          value={code}
          onChange={(event) => setCode(uppercased(event))}
          maxLength={CODE_INPUT_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {wrong && (
          <p role="alert" className="flex items-start gap-2 font-semibold text-error">
            <CircleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
            {wrong}
          </p>
        )}
        <Button type="submit" disabled={checking || !code.trim()}>
          {checking ? GATE.checking : GATE.submit}
        </Button>
      </form>
      <p className="text-muted">{GATE.note}</p>
      {!signedIn && (
        <p className="flex flex-wrap items-center gap-x-2">
          {GATE.account}
          <Link to={PAGES.auth} className={LONE_LINK}>
            {GATE.signIn}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Written back by hand first: otherwise the cursor would jump to the end with every letter. */
function uppercased({ target }: ChangeEvent<HTMLInputElement>): string {
  const { selectionStart, selectionEnd } = target;
  const upper = target.value.toUpperCase().slice(0, CODE_INPUT_MAX);
  if (upper !== target.value) {
    target.value = upper;
    target.setSelectionRange(selectionStart, selectionEnd);
  }
  return upper;
}
