import { PAGES } from '@contract/paths';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { Link, LONE_LINK } from '../../ui/link.js';
import { usePush } from './push-state.js';
import { READINESS } from './readiness.copy.js';
import { isTestOld } from './use-readiness.js';

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
