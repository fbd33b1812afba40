import type { Me, Membership } from '@contract/http';
import { RULES } from '@contract/limits';
import { failureTexts } from '../../lib/net/failure-texts.js';
import { loadMe } from '../../lib/session/me.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { ErrorSummary } from '../../ui/forms/error-summary.js';
import { TextField } from '../../ui/forms/text-field.js';
import { toast } from '../../ui/toasts.js';
import { PROFILE } from './profile.copy.js';
import { changeHome } from './profile-api.js';
import { ProfileSection } from './profile-section.js';

const copy = PROFILE.own;
const { name, apartment, entrance } = RULES.member;

export function OwnDetails({ me }: { me: Me }) {
  const places = me.memberships.filter(({ status }) => status !== 'revoked');
  return (
    <ProfileSection heading={copy.heading}>
      <dl>
        <dt className="text-meta text-muted">{copy.email}</dt>
        <dd className="font-semibold wrap-anywhere">{me.user.email}</dd>
      </dl>
      <p>{places.length > 0 ? copy.seen : copy.noBuilding}</p>
      {places.map((membership) => (
        <HomeForm key={membership.id} membership={membership} />
      ))}
    </ProfileSection>
  );
}

/** A member of several buildings may have another name in each. */
function HomeForm({ membership }: { membership: Membership }) {
  const { building, status } = membership;
  const known = { name: membership.name, apartment: membership.apartment };
  const initial = { ...known, entrance: membership.entrance ?? '' };
  const form = useTextForm({ name, apartment, entrance }, { initial });

  const submit = form.submit(async (values) => {
    try {
      await changeHome(membership.id, values);
      toast({ ...copy.saved, kind: 'success' });
      await loadMe();
    } catch (error) {
      if (!form.refuse(error)) toast({ ...failureTexts(error), kind: 'error' });
    }
  });

  return (
    <form
      noValidate
      aria-label={building.address}
      className="flex max-w-form flex-col gap-4 rounded-card border border-edge p-5"
      onSubmit={(event) => void submit(event)}
    >
      <div>
        <h3 className="font-semibold">{building.name}</h3>
        <p className="text-muted">
          {building.address}
          {status === 'pending' && ` · ${copy.pending}`}
        </p>
      </div>
      <ErrorSummary place={form.summary} messages={form.messages} />
      <TextField label={copy.name} autoComplete="name" {...form.field('name')} />
      <TextField
        label={copy.apartment}
        hint={copy.apartmentHint}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('apartment')}
      />
      <TextField
        label={copy.entrance}
        hint={copy.entranceHint}
        autoComplete="off"
        {...form.field('entrance')}
      />
      <Button type="submit" className="self-start" busy={form.busy}>
        {copy.save}
      </Button>
    </form>
  );
}
