import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { ApiError, request } from '../../lib/net/http.js';
import { isCommonPassword } from '../../lib/session/common-passwords.js';
import { useSession } from '../../lib/session/session.js';
import { signOut } from '../../lib/session/sign-in.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { Link, LONE_LINK } from '../../ui/link.js';
import { Notice } from '../../ui/notice.js';
import { FramedPage } from '../../ui/pages/framed-page.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { toast } from '../../ui/toasts.js';
import { RESET } from './auth.copy.js';

/** `/reset#token`: the page that a one-time link opens. */
export default function ResetPage() {
  const token = useFragmentToken();
  const [refused, setRefused] = useState<string>();
  return (
    <FramedPage>
      <PageTitle title={RESET.title}>{RESET.title}</PageTitle>
      {!token && <AskForAnother>{RESET.missing}</AskForAnother>}
      {token && token === refused && (
        // The form that had the focus is gone, so the notice takes it.
        <div ref={takeFocus} tabIndex={-1}>
          <AskForAnother role="alert">{RESET.invalid}</AskForAnother>
        </div>
      )}
      {token && token !== refused && (
        <ResetForm key={token} token={token} onRefused={() => setRefused(token)} />
      )}
      <div>
        <Link to={PAGES.auth} className={LONE_LINK}>
          {RESET.toSignIn}
        </Link>
      </div>
    </FramedPage>
  );
}

function AskForAnother({ role, children }: { role?: 'alert'; children: string }) {
  return (
    <Notice kind="error" role={role}>
      <p className="font-semibold">{children}</p>
      <p>{RESET.whom}</p>
    </Notice>
  );
}

function takeFocus(place: HTMLElement | null): void {
  place?.focus();
}

interface ResetFormProps {
  token: string;
  onRefused: () => void;
}

function ResetForm({ token, onRefused }: ResetFormProps) {
  const form = useTextForm({ password: RULES.account.password });
  const navigate = useNavigate();

  const submit = form.submit(async ({ password }) => {
    try {
      await resetPassword(token, password);
    } catch (error) {
      if (!isLinkRefused(error)) throw error;
      return onRefused();
    }
    // Another user may be signed in here. The owner of the new password signs in next.
    if (useSession.getState().status !== 'signed_out') void signOut();
    toast({ ...RESET.done, kind: 'success' });
    await navigate(PAGES.auth, { replace: true });
  });

  const common = isCommonPassword(form.valueOf('password'));
  return (
    <Form onSubmit={submit}>
      <p>{RESET.lead}</p>
      <PasswordField
        label={RESET.password}
        hint={RESET.hint}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <p role="status" className={common ? 'text-meta' : 'sr-only'}>
        {common && RESET.common}
      </p>
      <Button type="submit" busy={form.busy}>
        {RESET.submit}
      </Button>
    </Form>
  );
}

/**
 * Reads the token from the address's fragment and removes it there at once. It is as good as a
 * password, so neither the history nor the screen may show it.
 * @returns the token; empty when the address had none
 */
function useFragmentToken(): string {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  // A mail program may take the full stop or the bracket after a link for its end.
  const given = /^#([\w-]*)/.exec(hash)?.[1] ?? '';
  const [token, setToken] = useState(given);
  if (given && given !== token) setToken(given);

  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);

  return token;
}

/** The link's token identifies the user, so no access token is sent. */
const resetPassword = (token: string, password: string) =>
  request<void>('POST', '/auth/reset', { token, password }, { auth: false });

/**
 * @returns true when the server refused the link itself: it is unknown, used, replaced or too old
 */
function isLinkRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'auth.reset_link_invalid' || error.fields?.['token'] !== undefined;
}
