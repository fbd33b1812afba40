import type { CreatedInvitation } from '@contract/http';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../lib/browser/clipboard.js';
import { longDate } from '../../../lib/time/dates.js';
import { failureTexts } from '../../../lib/net/http.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { toast } from '../../../ui/toasts.js';
import { BUILDING } from '../buildings.copy.js';
import { invite } from '../buildings-api.js';
import { Section } from '../../../ui/pages/page-section.js';

const copy = BUILDING.invite;

interface InviteNeighbourProps {
  buildingId: string;
  onInvited: () => void;
}

export function InviteNeighbour({ buildingId, onInvited }: InviteNeighbourProps) {
  const [made, setMade] = useState<CreatedInvitation>();
  const [busy, setBusy] = useState(false);

  const create = async () => {
    setBusy(true);
    try {
      setMade(await invite(buildingId));
      onInvited();
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
    setBusy(false);
  };

  const copyLink = async (url: string) => {
    if (await copyText(url)) {
      toast({ title: copy.copied, text: copy.copiedText, kind: 'success' });
    } else toast({ ...copy.notCopied, kind: 'error' });
  };

  return (
    <Section heading={copy.heading} className="max-w-form gap-4">
      <p>{copy.lead}</p>
      {made && (
        <>
          <TextField
            label={copy.link}
            hint={`${copy.until} ${longDate(made.expiresAt)}.`}
            value={made.url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button icon={<Copy aria-hidden="true" />} onClick={() => void copyLink(made.url)}>
            {copy.copy}
          </Button>
        </>
      )}
      <Button variant={made ? 'secondary' : 'primary'} busy={busy} onClick={() => void create()}>
        {copy.submit}
      </Button>
    </Section>
  );
}
