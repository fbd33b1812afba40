import type { Member } from '@contract/http';
import type { ReactNode } from 'react';
import { BUILDING, homeText, readinessText } from '../buildings.copy.js';
import { ItemCard } from '../../../ui/card.js';

export function MemberCard({ member, children }: { member: Member; children: ReactNode }) {
  return (
    <ItemCard>
      <div className="min-w-0">
        <p className="font-semibold">{member.name}</p>
        <p className="text-muted">
          {homeText(member)} · {BUILDING[member.role]}
        </p>
        {member.status === 'active' && <p>{readinessText(member)}</p>}
      </div>
      {children}
    </ItemCard>
  );
}
