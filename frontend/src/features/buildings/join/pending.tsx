import type { Membership } from '@contract/http';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { homeText, PENDING } from '../buildings.copy.js';

export default function Pending({ membership }: { membership: Membership }) {
  const { building } = membership;
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <PageTitle title={PENDING.title}>{PENDING.title}</PageTitle>
      <p>
        <strong>{building.name}</strong>, {building.address}, {homeText(membership)}
      </p>
      <p role="status">{PENDING.text}</p>
      <p>{PENDING.until}</p>
    </div>
  );
}
