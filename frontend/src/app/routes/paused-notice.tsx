import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { Names } from '../../ui/names.js';
import { Notice } from '../../ui/notice.js';

/** Tells a member whose right to send is paused why, before they press. */
export function PausedNotice({ membership: { pauseReason } }: { membership: Membership }) {
  return (
    <Notice>
      <p className="font-semibold">Styrelsen har pausat din rätt att larma. Ring 112 vid fara.</p>
      {pauseReason && (
        <p>
          <Names in={`Skälet: ${isolated(pauseReason)}`} />
        </p>
      )}
    </Notice>
  );
}
