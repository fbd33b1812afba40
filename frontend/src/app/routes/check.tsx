import { PracticeAlarm } from '../../features/alarms/practice/practice-alarm.js';
import CheckPage from '../../features/readiness/check/check-page.js';

/** Renders `/app/check`. */
export default function CheckRoute() {
  return <CheckPage practice={<PracticeAlarm />} />;
}
