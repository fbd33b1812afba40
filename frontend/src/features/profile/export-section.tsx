import { RULES } from '@contract/text-rules';
import { Download } from 'lucide-react';
import { fileDay, saveFile } from '../../lib/browser/save-file.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { exportAll } from './profile-api.js';
import { PROFILE } from './profile.copy.js';

const copy = PROFILE.data;

/** Downloads the user's data. It asks for the password, because the browser may be unlocked. */
export function ExportSection() {
  const form = useTextForm({ password: RULES.account.password });

  const submit = form.submit(
    async ({ password }) => {
      const all = await exportAll(password);
      saveFile(copy.file(fileDay()), JSON.stringify(all, null, 2));
      form.reset();
    },
    { failed: copy.failed },
  );

  return (
    <PageSection heading={copy.heading}>
      <p>{copy.text}</p>
      <Form aria-label={copy.heading} className="max-w-form gap-4" onSubmit={submit} errors={form}>
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
      </Form>
    </PageSection>
  );
}
