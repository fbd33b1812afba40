import { useState } from 'react';
import { loadMe } from '../../../lib/session/me.js';
import { CONTROL, FieldFrame } from '../../../ui/forms/field-frame.js';
import { Loading } from '../../../ui/loading.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { RetryNotice } from '../../../ui/retry-notice.js';
import { AUDIT } from './audit.copy.js';
import { AuditExport } from './audit-export.js';
import { AuditList } from './audit-list.js';
import { ADMIN } from '../admin.copy.js';
import { SecondFactorMissing } from '../second-factor-missing.js';
import { useAdminCheck } from '../use-admin-check.js';

/** `/admin/audit`: shows and exports the audit log, which no user can change. */
export default function AuditPage() {
  const { state } = useAdminCheck();
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={AUDIT.title}>{AUDIT.title}</PageTitle>
      {state === 'checking' && <Loading text={ADMIN.checking} />}
      {state === 'failed' && (
        <RetryNotice retry={AUDIT.retry} onRetry={loadMe}>
          {ADMIN.notChecked}
        </RetryNotice>
      )}
      {state === 'missing' && <SecondFactorMissing />}
      {state === 'admin' && <Log />}
    </div>
  );
}

function Log() {
  const [group, setGroup] = useState('');
  return (
    <>
      <div className="flex max-w-measure flex-col gap-2">
        <p className="text-pretty">{AUDIT.lead}</p>
        <p className="text-muted">
          {AUDIT.chain[0]}{' '}
          <code className="font-mono text-meta wrap-anywhere">{AUDIT.command}</code>{' '}
          {AUDIT.chain[1]}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-4">
        <FieldFrame label={AUDIT.group} className="grow sm:max-w-64">
          {(wiring) => (
            <select
              {...wiring}
              className={CONTROL}
              value={group}
              onChange={(event) => setGroup(event.target.value)}
            >
              <option value="">{AUDIT.all}</option>
              {Object.entries(AUDIT.groups).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <AuditExport key={group} group={group} />
      </div>
      <AuditList group={group} />
    </>
  );
}
