import { PAGES } from '@contract/paths';
import { useBuildingReadiness } from '../../lib/realtime/building-readiness.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { Link } from '../../ui/link.js';
import { LONE_LINK } from '../../ui/text-link.js';
import { usePush } from './push-state.js';
import { READINESS } from './readiness.copy.js';
import { isTestOld } from './tested.js';

/** Offers a test where the last one is missing or old. */
export function TestOffer() {
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const needsRetest = usePush((push) => push.needsRetest);
  const words = offerOf(testedAt, needsRetest);
  if (!words) return null;
  return (
    // On a short screen only the readiness chip leads to the test.
    <Link to={PAGES.check} className={`${LONE_LINK} short:hidden`}>
      {words}
    </Link>
  );
}

function offerOf(
  testedAt: string | null | undefined,
  needsRetest: boolean | undefined,
): string | undefined {
  if (testedAt === undefined) return undefined;
  if (testedAt === null) return READINESS.test.offer;
  return needsRetest || isTestOld(testedAt) ? READINESS.test.again : undefined;
}

/**
 * Shows how many neighbours an alarm would reach. Two lines are reserved on a phone, so that nothing
 * below moves under a finger when the count arrives or changes.
 */
export function NeighboursReady({ buildingId }: { buildingId: string }) {
  const readiness = useBuildingReadiness(buildingId);
  return (
    <p className="min-h-[2lh] font-semibold sm:min-h-[1lh] short:text-[1rem] short:leading-[1.1]">
      {readiness && READINESS.neighbours(readiness)}
    </p>
  );
}
