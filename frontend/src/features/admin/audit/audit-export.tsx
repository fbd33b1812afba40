import { Download } from 'lucide-react';
import { useState } from 'react';
import { fileDay, saveFile } from '../../../lib/browser/save-file.js';
import { Button } from '../../../ui/button.js';
import { toast } from '../../../ui/toasts.js';
import { AUDIT } from './audit.copy.js';
import { fetchWholeAudit } from './audit-api.js';

/** Saves all events of the filter as one file. If a page cannot be fetched, no file is saved. */
export function AuditExport({ group }: { group: string }) {
  const [fetched, setFetched] = useState<number>();

  const save = async () => {
    setFetched(0);
    try {
      const all = await fetchWholeAudit(group, setFetched);
      const name = ['resq-handelser', group, fileDay()].filter(Boolean).join('-');
      saveFile(`${name}.json`, JSON.stringify(all, null, 2));
      toast({ title: AUDIT.exported(all.length), kind: 'success' });
    } catch {
      toast({ ...AUDIT.notExported, kind: 'error' });
    }
    setFetched(undefined);
  };

  return (
    <Button
      variant="secondary"
      busy={fetched !== undefined}
      icon={<Download aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => void save()}
    >
      {fetched === undefined ? AUDIT.export : AUDIT.exporting(fetched)}
    </Button>
  );
}
