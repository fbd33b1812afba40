import ProfilePage from '../../features/profile/profile-page.js';
import { READINESS } from '../../features/readiness/readiness.copy.js';
import { useReadiness } from '../../features/readiness/use-readiness.js';
import { SecondFactorSection } from '../../features/second-factor/second-factor-section.js';

/** `/app/profile`. The list of devices shows this browser as the header does. */
export default function ProfileRoute() {
  return (
    <ProfilePage
      readiness={READINESS.state[useReadiness()]}
      secondFactor={<SecondFactorSection />}
    />
  );
}
