import type { Membership } from '@contract/http';
import { homeText, PENDING } from '../buildings.copy.js';
import { Page } from '../../../ui/pages/page.js';

export default function Pending({ membership }: { membership: Membership }) {
  const { building } = membership;
  return (
    <Page title={PENDING.title} width="measure" className="gap-4">
      <p>
        <strong>{building.name}</strong>, {building.address}, {homeText(membership)}
      </p>
      <p role="status">{PENDING.text}</p>
      <p>{PENDING.until}</p>
    </Page>
  );
}
