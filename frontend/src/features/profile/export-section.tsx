import { RULES } from '@contract/text-rules';
import { Download } from 'lucide-react';
import { fileDay, saveFile } from '../../lib/browser/save-file.js';
import { failureTexts } from '../../lib/net/failure-texts.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { ErrorSummary } from '../../ui/forms/error-summary.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { toast } from '../../ui/toasts.js';
import { PROFILE } from './profile.copy.js';
import { exportAll } from './profile-api.js';

const copy = PROFILE.data;

/** Downloads the user's data. It asks for the password, because the browser may be unlocked. */
export function ExportSection() {
  const form = useTextForm({ password: RULES.account.password });

  const submit = form.submit(async ({ password }) => {
    try {
      const all = await exportAll(password);
      saveFile(copy.file(fileDay()), JSON.stringify(all, null, 2));
      form.reset();
    } catch (error) {
      if (form.refuse(error)) return;
      toast({ ...failureTexts(error), title: copy.failed, kind: 'error' });
    }
  });

  return (
    <PageSection heading={copy.heading}>
      <p>{copy.text}</p>
      <form
        noValidate
        aria-label={copy.heading}
        className="flex max-w-form flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <ErrorSummary place={form.summary} messages={form.messages} />
        <PasswordField
          label={copy.password}
          hint={copy.passwordHint}
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
          {copy.submit}
        </Button>
      </form>
    </PageSection>
  );
}
