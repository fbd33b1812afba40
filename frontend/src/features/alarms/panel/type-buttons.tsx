import { ALARM_TYPES } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { openSheet } from '../send/send-store.js';
import { TypeButton } from './type-button.js';

export function TypeButtons({ membership }: { membership: Membership }) {
  return (
    <div className="mt-auto flex flex-col gap-4 short:gap-3">
      {ALARM_TYPES.map((type) => (
        <TypeButton key={type} type={type} onPress={() => openSheet(membership, type)} />
      ))}
    </div>
  );
}
