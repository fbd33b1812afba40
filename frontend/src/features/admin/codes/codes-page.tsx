import { useRef } from 'react';
import { loadMe } from '../../../lib/session/me.js';
import { Button } from '../../../ui/button.js';
import { Loading } from '../../../ui/loading.js';
import { Notice } from '../../../ui/notice.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { CodeForm } from './code-form.js';
import { ADMIN } from '../admin.copy.js';
import { CODES } from './codes.copy.js';
import { CodesList } from './codes-list.js';
import { SecondFactorMissing } from '../second-factor-missing.js';
import { useAdminCheck } from '../use-admin-check.js';
import { useCodes } from './use-codes.js';

export default function CodesPage() {
  const { state, turnAway } = useAdminCheck();
  const page = useRef<HTMLDivElement>(null);
  return (
    <div ref={page} tabIndex={-1} className="flex flex-col gap-8 outline-none">
      <PageTitle title={CODES.title}>{CODES.title}</PageTitle>
      {state === 'checking' && <Loading text={ADMIN.checking} />}
      {state === 'failed' && (
        <Notice kind="error" role="alert">
          <p>{ADMIN.notChecked}</p>
          <div>
            <Button
              variant="secondary"
              onClick={() => {
                // The pressed button disappears, and the focus must not return to the top of the page.
                page.current?.focus();
                void loadMe();
              }}
            >
              {CODES.retry}
            </Button>
          </div>
        </Notice>
      )}
      {state === 'missing' && <SecondFactorMissing />}
      {state === 'admin' && <Codes turnAway={turnAway} />}
    </div>
  );
}

function Codes({ turnAway }: { turnAway: () => void }) {
  const all = useCodes(turnAway);
  return (
    <>
      <p className="max-w-measure text-muted">{CODES.lead}</p>
      <section aria-labelledby="new-code" className="flex flex-col gap-4">
        <h2 id="new-code" className="text-h2">
          {CODES.create}
        </h2>
        <CodeForm onCreate={all.create} />
      </section>
      <CodesList {...all} />
    </>
  );
}
