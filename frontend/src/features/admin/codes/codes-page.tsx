import { CodeForm } from './code-form.js';
import { CODES } from './codes.copy.js';
import { CodesList } from './codes-list.js';
import { useCodes } from './use-codes.js';
import { Section } from '../../../ui/pages/page-section.js';
import { AdminPage } from '../admin-page.js';

export default function CodesPage() {
  return (
    <AdminPage title={CODES.title} className="gap-8">
      {(turnAway) => <Codes turnAway={turnAway} />}
    </AdminPage>
  );
}

function Codes({ turnAway }: { turnAway: () => void }) {
  const all = useCodes(turnAway);
  return (
    <>
      <p className="max-w-measure text-muted">{CODES.lead}</p>
      <Section heading={CODES.create}>
        <CodeForm onCreate={all.create} />
      </Section>
      <CodesList {...all} />
    </>
  );
}
