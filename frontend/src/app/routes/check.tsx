import { PracticeAlarm } from '../../features/alarms/practice/practice-alarm.js';
import { InstallOffer } from '../../features/readiness/check/install-offer.js';
import CheckPage from '../../features/readiness/check/check-page.js';

/** Renders `/app/check`. A device that has passed its test is worth installing ResQ on. */
export default function CheckRoute() {
  return (
    <>
      <CheckPage practice={<PracticeAlarm />} />
      <InstallOffer />
    </>
  );
}
