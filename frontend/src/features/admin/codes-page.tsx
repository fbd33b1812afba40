import type { AccessCode } from '@contract/http';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { loadMe } from '../../lib/me.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Loading } from '../../ui/loading.js';
import { Notice } from '../../ui/notice.js';
import { PageTitle } from '../../ui/page-title.js';
import { CodeForm } from './code-form.js';
import { CODES, removeQuestion } from './codes.copy.js';
import { CodesTable } from './codes-table.js';
import { useAdminCheck } from './use-admin-check.js';
import { useCodes } from './use-codes.js';

export default function CodesPage() {
  const { state, turnAway } = useAdminCheck();
  return (
    <div className="flex flex-col gap-8">
      <PageTitle title={CODES.title}>{CODES.title}</PageTitle>
      {state === 'checking' && <Loading text={CODES.checking} />}
      {state === 'failed' && (
        <Notice kind="error" role="alert">
          <p>{CODES.notChecked}</p>
          <div>
            <Button variant="secondary" onClick={() => void loadMe()}>
              {CODES.retry}
            </Button>
          </div>
        </Notice>
      )}
      {state === 'admin' && <Codes turnAway={turnAway} />}
    </div>
  );
}

function Codes({ turnAway }: { turnAway: () => void }) {
  const { codes, loading, reload, create, remove, copy } = useCodes(turnAway);
  const [asked, ask] = useState<AccessCode>();
  return (
    <>
      <section aria-labelledby="new-code" className="flex flex-col gap-4">
        <h2 id="new-code" className="text-h2">
          {CODES.create}
        </h2>
        <CodeForm onCreate={create} />
      </section>
      <section aria-labelledby="all-codes" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="all-codes" className="text-h2">
            {CODES.list}
          </h2>
          <Button
            variant="secondary"
            busy={loading}
            icon={<RefreshCw aria-hidden="true" className="size-5" />}
            onClick={() => void reload()}
          >
            {CODES.refresh}
          </Button>
        </div>
        {!codes && loading && <Loading />}
        {!codes && !loading && <Notice kind="error">{CODES.failed.list}</Notice>}
        {codes?.length === 0 && <p className="text-muted">{CODES.empty}</p>}
        {codes && codes.length > 0 && (
          <CodesTable codes={codes} onCopy={(code) => void copy(code)} onRemove={ask} />
        )}
      </section>
      {asked && (
        <ConfirmDialog
          title={removeQuestion(asked.code)}
          confirm={CODES.remove}
          cancel={CODES.cancel}
          onClose={() => ask(undefined)}
          onConfirm={() => {
            ask(undefined);
            void remove(asked);
          }}
        >
          {CODES.removeText}
        </ConfirmDialog>
      )}
    </>
  );
}
