import { useState } from 'react';
import { CONTROL, FieldFrame } from '../../../ui/forms/field-frame.js';
import { AUDIT } from './audit.copy.js';
import { AuditExport } from './audit-export.js';
import { AuditList } from './audit-list.js';
import { AdminPage } from '../admin-page.js';

/** `/admin/audit`: shows and exports the audit log, which no user can change. */
export default function AuditPage() {
  return <AdminPage title={AUDIT.title}>{() => <Log />}</AdminPage>;
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
