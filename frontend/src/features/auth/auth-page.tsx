import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { ApiError } from '../../lib/net/http.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { isCommonPassword } from '../../lib/session/common-passwords.js';
import { openedInvitation } from '../../lib/session/opened-invitation.js';
import { useSession } from '../../lib/session/session.js';
import { signIn, signUp } from '../../lib/session/sign-in.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/forms/fields.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { Link, LONE_LINK } from '../../ui/link.js';
import { Loading } from '../../ui/loaded.js';
import { Notice } from '../../ui/notice.js';
import { FramedPage } from '../../ui/pages/framed-page.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { Ring112 } from '../../ui/ring-112.js';
import { signFavicon } from '../../ui/tab-signs.js';
import { toast } from '../../ui/toasts.js';
import { AUTH, SERVER_WORDS } from './auth.copy.js';

interface AuthPageProps {
  /** The page's content while a user with two-step sign-in has to give a code. */
  secondStep: (step: { onDone: () => void; onBack: () => void }) => ReactNode;
}

export default function AuthPage({ secondStep }: AuthPageProps) {
  const { invited, mode: wanted, ended } = useReturn();
  const status = useSession((state) => state.status);
  const [mode, setMode] = useState<AuthMode>(wanted ?? 'signIn');
  const [asksCode, setAsksCode] = useState(false);
  const [typedEmail, setTypedEmail] = useState('');
  useEffect(() => {
    if (!ended) return;
    signFavicon('unprotected', true);
    return () => signFavicon('unprotected', false);
  }, [ended]);
  if (status !== 'signed_out') return <Loading />;

  if (asksCode) {
    const step = {
      onDone: () => void toastWhenReachable('signIn'),
      onBack: () => setAsksCode(false),
    };
    return (
      <FramedPage>
        {ended && <Ended />}
        {secondStep(step)}
      </FramedPage>
    );
  }

  const copy = AUTH[mode];
  return (
    <FramedPage>
      <PageTitle title={ended ? AUTH.endedTitle : copy.title}>{copy.heading}</PageTitle>
      {ended && <Ended />}
      {!ended && invited && <Notice>{copy.invited}</Notice>}
      <AuthForm
        mode={mode}
        typedEmail={typedEmail}
        onCode={(typed) => {
          setTypedEmail(typed);
          setAsksCode(true);
        }}
      />
      {mode === 'signUp' && (
        <div className="text-meta text-muted">
          <p>{AUTH.terms}</p>
          <Link to={PAGES.terms} className={LONE_LINK}>
            {AUTH.readTerms}
          </Link>
        </div>
      )}
      <div className="flex flex-col gap-3 border-t border-edge pt-5">
        <Button
          variant="secondary"
          onClick={() => setMode(mode === 'signIn' ? 'signUp' : 'signIn')}
        >
          {copy.switch}
        </Button>
        {mode === 'signIn' && <p className="text-meta text-muted">{AUTH.forgotten}</p>}
      </div>
    </FramedPage>
  );
}

/** The sheet of a press is gone with the session, and so is the panel with its link to 112. */
function Ended() {
  const unsent = useSession((state) => state.unsent);
  return (
    <Notice kind="error">
      <p>{AUTH.ended}</p>
      <p className="font-semibold">{unsent ? AUTH.unsent : AUTH.call}</p>
      <Ring112 />
    </Notice>
  );
}

interface CameFrom {
  /** The page to return to, with its fragment. It is in the history state, not in the address. */
  from?: string;
  mode?: 'signUp';
  ended?: boolean;
}

/**
 * Sends a signed-in user back to the page that they came from, to the invitation that this tab
 * opened, or to the start page.
 */
function useReturn() {
  const { state } = useLocation() as { state: CameFrom | null };
  const navigate = useNavigate();
  const signedIn = useSession((session) => session.status === 'signed_in');
  const otherwise = openedInvitation() ? PAGES.join : PAGES.home;
  const to = state?.from?.startsWith('/') ? state.from : otherwise;

  useEffect(() => {
    if (signedIn) void navigate(to, { replace: true });
  }, [signedIn, to, navigate]);

  return { ...state, invited: to.startsWith(PAGES.join) };
}

const { email, password } = RULES.account;

interface AuthFormProps {
  mode: AuthMode;
  /** The address of a user who comes back from the second step. */
  typedEmail: string;
  /** Called with the typed address when the password was right and the user has to give a code. */
  onCode: (typedEmail: string) => void;
}

function AuthForm({ mode, typedEmail, onCode }: AuthFormProps) {
  const initial = { email: typedEmail };
  const form = useTextForm({ email, password }, { report: 'first', initial });
  const signingUp = mode === 'signUp';
  const copy = AUTH[mode];

  const submit = form.submit(
    async (values) => {
      try {
        await (signingUp ? signUp(values) : signIn(values.email, values.password));
        void toastWhenReachable(mode);
      } catch (error) {
        const asksCode = error instanceof ApiError && error.code === 'auth.second_factor_required';
        if (asksCode) onCode(values.email);
        else toast({ ...authFailure(mode, error), kind: 'error' });
      }
    },
    { onInvalid: (first) => toast({ title: AUTH.invalid, text: first, kind: 'error' }) },
  );

  const common = signingUp && isCommonPassword(form.valueOf('password'));
  return (
    <Form onSubmit={submit}>
      <TextField
        label={AUTH.email}
        type="email"
        autoComplete="username"
        enterKeyHint="next"
        {...form.field('email')}
      />
      <PasswordField
        label={AUTH.password}
        hint={signingUp ? AUTH.passwordHint : undefined}
        enterKeyHint="go"
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        {...form.field('password')}
      />
      <p role="status" className={common ? 'text-meta' : 'sr-only'}>
        {common && AUTH.common}
      </p>
      <Button type="submit" size="answer" busy={form.busy}>
        {copy.submit}
      </Button>
    </Form>
  );
}

type AuthMode = 'signIn' | 'signUp';

/** @returns the toast for a sign-in or sign-up that failed */
function authFailure(mode: AuthMode, error: unknown): { title: string; text: string } {
  if (!(error instanceof ApiError) || !error.isRefusal) return AUTH.later;
  // A new account exists by then.
  const isMade = error.code === 'auth.cookies_refused';
  const title = isMade ? AUTH.notSignedIn : AUTH[mode].failed;
  return { title, text: SERVER_WORDS[error.message] ?? error.message };
}

/**
 * Confirms a sign-in or sign-up once alarms reach this tab, because a new user reads that ResQ can be used.
 * Where they are late, it confirms what is true without them. The page goes on meanwhile.
 */
async function toastWhenReachable(mode: AuthMode): Promise<void> {
  const isReachable = await whenReachable();
  if (useSession.getState().status !== 'signed_in') return;
  const { done } = AUTH[mode];
  const texts = isReachable || mode === 'signIn' ? done : { title: done.title };
  toast({ ...texts, kind: 'success' });
}

/** After this time the bars at the bottom of the page show what is missing. */
const PATIENCE_MS = 10_000;

/** Resolves to true once the server knows this tab and sends it alarms, to false when it is late. */
function whenReachable(): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isReachable: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(isReachable);
    };
    const look = () => {
      const { build, refusal } = useDeviceAck.getState();
      // A device too many is not counted as one, but is sent alarms.
      if (build !== undefined || refusal !== undefined) settle(true);
    };
    const timer = setTimeout(() => settle(false), PATIENCE_MS);
    const unsubscribe = useDeviceAck.subscribe(look);
    look();
  });
}
