import { PAGES } from '@contract/paths';
import type { ReactNode } from 'react';
import { activeMemberships, loadMe, useMe } from '../../lib/session/me.js';
import { buttonClass } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { Loading } from '../../ui/loading.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { RetryNotice } from '../../ui/retry-notice.js';
import { Appearance } from './appearance.js';
import { ExportSection } from './export-section.js';
import { LeaveBuilding } from './leave-building.js';
import { OwnDetails } from './own-details.js';
import { OwnDevices } from './own-devices.js';
import { PasswordForm } from './password-form.js';
import { PROFILE } from './profile.copy.js';
import { SignIns } from './sign-ins.js';

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
    <div className="mx-auto flex max-w-frame flex-col gap-8">
      <PageTitle title={PROFILE.title}>{PROFILE.title}</PageTitle>
      {!me && status !== 'failed' && <Loading />}
      {!me && status === 'failed' && (
        <RetryNotice retry={PROFILE.retry} onRetry={loadMe}>
          {PROFILE.notLoaded}
        </RetryNotice>
      )}
      {me && (
        <>
          <OwnDetails me={me} />
          <OwnDevices here={readiness} />
          <SignIns />
          <Appearance />
          <PasswordForm admin={me.user.roles.includes('admin')} resetLink={me.resetLink} />
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
    </div>
  );
}
