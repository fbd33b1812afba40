import type { Home } from '@contract/alarm';
import { entranceKey } from '@contract/homes';
import type { Me, Membership } from '@contract/http';
import { RULES } from '@contract/text-rules';
import { isolated, shown } from '@contract/written-text';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { loadMe } from '../../lib/session/me.js';
import { signOut } from '../../lib/session/sign-in.js';
import { Button } from '../../ui/button.js';
import { CARD } from '../../ui/card.js';
import { Form } from '../../ui/forms/form.js';
import { TextField } from '../../ui/forms/fields.js';
import { Names } from '../../ui/names.js';
import { PageSection } from '../../ui/pages/page.js';
import { toast } from '../../ui/toasts.js';
import { changeHome } from './profile-api.js';
import { ownHomeText, PROFILE } from './profile.copy.js';

const copy = PROFILE.own;
const { name, apartment, entrance } = RULES.member;

export function OwnDetails({ me }: { me: Me }) {
  const places = me.memberships.filter(({ status }) => status !== 'revoked');
  return (
    <PageSection heading={copy.heading}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <dl>
          <dt className="text-meta text-muted">{copy.email}</dt>
          <dd className="text-[min(1em,6vw)] font-semibold wrap-anywhere">{me.user.email}</dd>
        </dl>
        <Button variant="secondary" onClick={() => void signOut()}>
          {PROFILE.signIns.signOut}
        </Button>
      </div>
      <p>{places.length > 0 ? copy.seen : copy.noBuilding}</p>
      {places.map((membership) => (
        <HomeForm key={membership.id} membership={membership} />
      ))}
    </PageSection>
  );
}

/** A member of several buildings may have another name in each. */
function HomeForm({ membership }: { membership: Membership }) {
  const { building, status } = membership;
  const home = membership.requestedHome ?? membership;
  const initial = {
    name: membership.name,
    apartment: home.apartment,
    entrance: home.entrance ?? '',
  };
  const checks = { name, apartment: { ...apartment, optional: !membership.apartment }, entrance };
  const form = useTextForm(checks, { initial });

  const submit = form.submit(async (values) => {
    const { requestedHome } = await changeHome(membership.id, values);
    toast({ ...(requestedHome ? copy.requested : copy.saved), kind: 'success' });
    await loadMe();
  });

  return (
    <div className={`flex max-w-form flex-col gap-4 p-4 sm:p-5 ${CARD}`}>
      <div>
        <h3 className="font-semibold">
          <Names in={isolated(building.name)} />
        </h3>
        <p className="text-muted">
          <Names in={isolated(building.address)} />
          {status === 'pending' && <span>{` · ${copy.pending}`}</span>}
        </p>
      </div>
      <Form aria-label={shown(building.address)} onSubmit={submit} errors={form}>
        <TextField label={copy.name} autoComplete="name" {...form.field('name')} />
        <TextField
          label={copy.apartment}
          hint={copy.apartmentHint}
          inputMode="numeric"
          {...form.field('apartment')}
        />
        <TextField label={copy.entrance} hint={copy.entranceHint} {...form.field('entrance')} />
        <p role="status" className="text-muted empty:sr-only">
          <Names
            in={aboutHome(membership, {
              apartment: form.valueOf('apartment').trim(),
              entrance: form.valueOf('entrance').trim(),
            })}
          />
        </p>
        <Button type="submit" className="self-start" busy={form.busy}>
          {copy.save}
        </Button>
      </Form>
    </div>
  );
}

/** Says which home alarms show while the one in the form is another one. */
function aboutHome(membership: Membership, typed: Home): string {
  const { requestedHome, role, status } = membership;
  if (isSame(typed, membership)) return '';
  const present = ownHomeText(membership);
  if (requestedHome && isSame(typed, requestedHome)) {
    return copy.waits(capitalised(ownHomeText(requestedHome)), present);
  }
  return role === 'resident' && status === 'active' ? copy.needsApproval(present) : '';
}

const isSame = (one: Home, other: Home) =>
  one.apartment === other.apartment && entranceKey(one.entrance) === entranceKey(other.entrance);

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
