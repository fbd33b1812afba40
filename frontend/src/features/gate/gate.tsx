import { CODE_INPUT_MAX } from '@contract/limits';
import { accessCodeIn, UNSEEN } from '@contract/pasted';
import { PAGES } from '@contract/paths';
import { CircleAlert } from 'lucide-react';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ReactNode,
  type Ref,
  type SubmitEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTimed } from '../../lib/hooks/use-timed.js';
import { request } from '../../lib/net/http.js';
import {
  forgetAccess,
  hasLiveCodeSession,
  knownSessionId,
  rememberAccess,
  sessionId,
} from '../../lib/session/code-session.js';
import { useSession } from '../../lib/session/session.js';
import { Button } from '../../ui/button.js';
import { CONTROL } from '../../ui/forms/fields.js';
import { Link, LONE_LINK } from '../../ui/link.js';
import { FramedPage } from '../../ui/pages/framed-page.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { GATE } from './gate.copy.js';

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
          <span>{GATE.invited}</span>
          <Link to={PAGES.join} className={LONE_LINK}>
            {GATE.toInvitation}
          </Link>
        </p>
        {!signedIn && (
          <p className="flex flex-wrap items-center gap-x-2">
            <span>{GATE.account}</span>
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
      <span>{text}</span>
    </p>
  );
}

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (code: string) => void;
  /** Replaces the hint for a while, so that nothing below moves when it comes and goes. */
  below?: ReactNode;
}

function CodeField({ ref, value, onChange, below }: CodeFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        {GATE.label}
      </label>
      <input
        ref={ref}
        id={id}
        type="text"
        name="code"
        aria-describedby={`${id}-hint`}
        placeholder={GATE.placeholder}
        value={value}
        onChange={(event) => onChange(uppercased(event))}
        onPaste={(event) => pasteCode(event, onChange)}
        maxLength={CODE_INPUT_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        enterKeyHint="go"
        spellCheck={false}
        className={`${CONTROL} min-h-16 text-center font-mono text-h2 tracking-widest`}
      />
      <div className="grid min-h-14 *:[grid-area:1/1]">
        <p id={`${id}-hint`} className={`text-meta text-muted ${below ? 'invisible' : ''}`}>
          {GATE.hint}
        </p>
        {below}
      </div>
    </div>
  );
}

/** Writes the uppercase text into the field itself: otherwise the cursor would jump to the end. */
function uppercased({ target }: ChangeEvent<HTMLInputElement>): string {
  const { selectionStart, selectionEnd } = target;
  const upper = target.value.toUpperCase().slice(0, CODE_INPUT_MAX);
  if (upper !== target.value) {
    target.value = upper;
    target.setSelectionRange(selectionStart, selectionEnd);
  }
  return upper;
}

/** The browser would cut a pasted mail at the field's length, and the code with it. */
function pasteCode(event: ClipboardEvent, onCode: (code: string) => void): void {
  const code = accessCodeIn(event.clipboardData.getData('text'));
  if (code === undefined) return;
  event.preventDefault();
  onCode(code);
}

/** @returns true when the code opened the gate; false for a refusal and for any failure */
async function submitCode(typed: string): Promise<boolean> {
  const code = typed.replace(UNSEEN, '').trim().toUpperCase();
  // Words around a code are read at a paste alone.
  if (accessCodeIn(code) !== code) return false;
  const body = { code, sessionId: sessionId() };
  try {
    const { success } = await request<{ success: boolean }>('POST', '/gate/validate-code', body, {
      auth: false,
    });
    if (success) rememberAccess(code);
    return success;
  } catch {
    return false;
  }
}

type CodeAccess = 'checking' | 'granted' | 'refused';

/** Checks on load whether this tab's code session is live. Any failure leads to the gate. */
export function useCodeAccess() {
  const [access, setAccess] = useState<CodeAccess>(() =>
    knownSessionId() ? 'checking' : 'refused',
  );

  useEffect(() => {
    if (!knownSessionId()) {
      // The server cannot know a new id, so no check is needed.
      sessionId();
      forgetAccess();
      return;
    }
    const left = new AbortController();
    void hasLiveCodeSession(left.signal).then((live) => {
      if (left.signal.aborted) return;
      if (!live) forgetAccess();
      // The late answer must not close a gate that a code has opened meanwhile.
      setAccess((now) => (now === 'checking' ? (live ? 'granted' : 'refused') : now));
    });
    return () => left.abort();
  }, []);

  const grant = useCallback(() => setAccess('granted'), []);
  return { access, grant };
}
