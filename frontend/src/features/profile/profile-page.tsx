import type { Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { isolated } from '@contract/written-text';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fileDay, saveFile } from '../../lib/browser/save-file.js';
import { type Theme, toggleTheme, useTheme } from '../../lib/browser/theme.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { failureTexts } from '../../lib/net/http.js';
import { activeMemberships, loadMe, retryMe, useMe } from '../../lib/session/me.js';
import { AskedButton } from '../../ui/asked-button.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { Link } from '../../ui/link.js';
import { Loaded } from '../../ui/loaded.js';
import { Names } from '../../ui/names.js';
import { FailureNotice } from '../../ui/notice.js';
import { Page, PageSection } from '../../ui/pages/page.js';
import { toast } from '../../ui/toasts.js';
import { OwnDetails } from './own-details.js';
import { OwnDevices } from './own-devices.js';
import { PasswordForm } from './password-form.js';
import { exportAll, leaveBuilding } from './profile-api.js';
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
    <Page title={PROFILE.title} width="frame" className="gap-8">
      <Loaded from={{ status, data: me, reload: retryMe }} words={{ failed: PROFILE.notLoaded }}>
        {(own) => (
          <>
            <OwnDetails me={own} />
            <OwnDevices ownReadiness={readiness} />
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

const THEMES: [Theme, string][] = [
  ['light', PROFILE.look.light],
  ['dark', PROFILE.look.dark],
];

function Appearance() {
  const theme = useTheme((state) => state.theme);
  return (
    <PageSection heading={PROFILE.look.heading}>
      <fieldset className="-my-2 flex flex-wrap gap-x-8">
        <legend className="sr-only">{PROFILE.look.heading}</legend>
        {THEMES.map(([value, text]) => (
          <label key={value} className="flex min-h-12 items-center gap-3">
            <input
              type="radio"
              name="theme"
              className="size-6 accent-primary"
              checked={theme === value}
              onChange={toggleTheme}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
    </PageSection>
  );
}

/** Returns the address without the town: "Storgatan 12". */
const street = (address: string) => isolated(address.split(',')[0] ?? address);

function LeaveBuilding({ membership: { id, building } }: { membership: Membership }) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const address = street(building.address);

  const leave = async () => {
    setRefused(undefined);
    setBusy(true);
    try {
      await leaveBuilding(id);
      toast({ title: PROFILE.leave.done, text: PROFILE.leave.text(address), kind: 'success' });
      await loadMe();
    } catch (error) {
      setRefused(failureTexts(error).text);
      setBusy(false);
    }
  };

  const text = (
    <p>
      <Names in={PROFILE.leave.text(address)} />
    </p>
  );
  return (
    <>
      {text}
      {refused && <FailureNotice text={refused} />}
      <AskedButton
        className="self-start"
        busy={busy}
        question={{ title: PROFILE.leave.question(address), confirm: PROFILE.leave.confirm, text }}
        onConfirm={() => void leave()}
      >
        <Names in={PROFILE.leave.submit(address)} />
      </AskedButton>
    </>
  );
}

const EXPORT = PROFILE.data;

/** Downloads the user's data. It asks for the password, because the browser may be unlocked. */
function ExportSection() {
  const form = useTextForm({ password: RULES.account.password });

  const submit = form.submit(
    async ({ password }) => {
      const all = await exportAll(password);
      saveFile(EXPORT.file(fileDay()), JSON.stringify(all, null, 2));
      form.reset();
    },
    { failed: EXPORT.failed },
  );

  return (
    <PageSection heading={EXPORT.heading}>
      <p>{EXPORT.text}</p>
      <Form
        aria-label={EXPORT.heading}
        className="max-w-form gap-4"
        onSubmit={submit}
        errors={form}
      >
        <PasswordField
          label={EXPORT.password}
          hint={EXPORT.passwordHint}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <Button
          type="submit"
          variant="secondary"
          className="self-start"
          busy={form.busy}
          icon={<Download aria-hidden="true" className="size-5" />}
        >
          {EXPORT.submit}
        </Button>
      </Form>
    </PageSection>
  );
}
