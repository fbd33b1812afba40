import { PAGES } from '@contract/paths';
import { useState } from 'react';
import { Link } from '../../ui/link.js';
import { FramedPage } from '../../ui/pages/framed-page.js';
import { Notice } from '../../ui/notice.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { LONE_LINK } from '../../ui/text-link.js';
import { RESET } from './passwords.copy.js';
import { ResetForm } from './reset-form.js';
import { useFragmentToken } from './use-fragment-token.js';

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
