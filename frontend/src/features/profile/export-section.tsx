import { Download } from 'lucide-react';
import { useState } from 'react';
import { fileDay, saveFile } from '../../lib/browser/save-file.js';
import { Button } from '../../ui/button.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { toast } from '../../ui/toasts.js';
import { PROFILE } from './profile.copy.js';
import { exportAll } from './profile-api.js';

const copy = PROFILE.data;

export function ExportSection() {
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      saveFile(copy.file(fileDay()), JSON.stringify(await exportAll(), null, 2));
    } catch {
      toast({ ...copy.failed, kind: 'error' });
    }
    setBusy(false);
  };

  return (
    <PageSection heading={copy.heading}>
      <p>{copy.text}</p>
      <Button
        variant="secondary"
        className="self-start"
        busy={busy}
        icon={<Download aria-hidden="true" className="size-5" />}
        onClick={() => void save()}
      >
        {copy.submit}
      </Button>
    </PageSection>
  );
}
