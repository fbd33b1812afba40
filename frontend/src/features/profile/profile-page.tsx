import { PAGES } from '@contract/paths';
import type { ReactNode } from 'react';
import { activeMemberships, loadMe, useMe } from '../../lib/session/me.js';
import { buttonClass } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { Appearance } from './appearance.js';
import { ExportSection } from './export-section.js';
import { LeaveBuilding } from './leave-building.js';
import { OwnDetails } from './own-details.js';
import { OwnDevices } from './own-devices.js';
import { PasswordForm } from './password-form.js';
import { PROFILE } from './profile.copy.js';
import { SignIns } from './sign-ins.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/pages/page.js';

interface ProfilePageProps {
  /** The readiness of this browser, in the words of the header. */
  readiness: string;
  /** The section for two-step sign-in. */
  secondFactor?: ReactNode;
}

/** `/app/profile`: the user's own data and settings. */
export default function ProfilePage({ readiness, secondFactor }: ProfilePageProps) {
  const { status, me } = useMe();
  const memberships = activeMemberships(me);
  return (
    <Page title={PROFILE.title} width="frame" className="gap-8">
      <Loaded
        from={{ status, data: me, reload: loadMe }}
        words={{ failed: PROFILE.notLoaded, retry: PROFILE.retry }}
      >
        {(own) => (
          <>
            <OwnDetails me={own} />
            <OwnDevices here={readiness} />
            <SignIns />
            <Appearance />
            <PasswordForm admin={own.user.roles.includes('admin')} resetLink={own.resetLink} />
            {secondFactor}
            <ExportSection />
            {memberships.length > 0 && (
              <PageSection heading={PROFILE.leave.heading}>
                {memberships.map((membership) => (
                  <LeaveBuilding key={membership.id} membership={membership} />
                ))}
              </PageSection>
            )}
            <PageSection heading={PROFILE.close.heading}>
              <p>{PROFILE.close.text}</p>
              <Link
                to={PAGES.closeAccount}
                className={buttonClass({ variant: 'secondary', className: 'self-start' })}
              >
                {PROFILE.close.link}
              </Link>
            </PageSection>
          </>
        )}
      </Loaded>
    </Page>
  );
}
