import { type Alarm, ALARM_TEXTS, type AmendRequest } from '@contract/alarm';
import { checkText } from '@contract/check-text';
import { shown } from '@contract/written-text';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { CONTROL, FieldFrame } from '../../../ui/forms/fields.js';
import { amendments, isWaiting, type Unsaved } from '../commands/outbox.js';
import { DELIVERY } from '../model/alarms.copy.js';
import { capital, homeText } from '../model/format.js';
import { OWN_HOME, PLACES } from '../model/kinds.copy.js';
import { PlaceChips } from './place-chips.js';

const RULE = ALARM_TEXTS.note;
/** The typed text is saved after this long without a key. */
const PAUSE_MS = 1_500;
const { details } = DELIVERY;

/** Lets the sender add a place and a note, both optional, only after the alarm is sent. */
export function AddDetails({ alarm }: { alarm: Alarm }) {
  const amendment = amendments.useUnsaved((unsaved) => unsaved[alarm.id]);
  const unsaved = amendment && isWaiting(amendment) ? amendment.change : {};
  const { place = '', note = '' } = { ...alarm, ...unsaved };
  return (
    <section aria-label={details.heading} className="flex flex-col gap-4">
      <PlaceChips
        legend={details.where}
        places={placesOf(alarm, place)}
        chosen={place}
        onChoose={(value) => amendments.submit(alarm, { place: value === place ? '' : value })}
      />
      <Note alarm={alarm} note={note} />
      <p role="status" className="-mt-2 min-h-6 text-meta font-semibold">
        {progressOf(amendment)}
      </p>
    </section>
  );
}

/** The sender's own flat is sent with its number, because the neighbours need to find it. */
function placesOf({ sender }: Alarm, place: string) {
  // The list compares it with the saved place, which has no isolation.
  const home = shown(homeText(sender.home));
  const own = { label: OWN_HOME, value: capital(home) };
  const others = PLACES.map((one) => ({ label: one, value: one }));
  const known = [own, ...others].filter(({ value }) => value);
  const isOther = place && !known.some(({ value }) => value === place);
  return isOther ? [...known, { label: place, value: place }] : known;
}

function progressOf(amendment: Unsaved<AmendRequest> | undefined): string {
  if (amendment?.phase === 'sending') return details.saving;
  if (amendment?.phase === 'late') return details.late;
  if (amendment?.phase === 'saved') return details.saved;
  return amendment?.refusal ?? '';
}

function Note({ alarm: { id, buildingId }, note }: { alarm: Alarm; note: string }) {
  // The text is not replaced while the sender types, not even by the text that was just saved.
  const [draft, setDraft] = useState<string>();
  const text = draft ?? note;
  const error = checkText(RULE, text);
  const trimmed = text.trim();
  const isNew = !error && trimmed !== note;

  useEffect(() => {
    if (!isNew) return;
    const send = () => amendments.submit({ id, buildingId }, { note: trimmed });
    const timer = setTimeout(send, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isNew, trimmed, id, buildingId]);

  const save = () => {
    if (isNew) amendments.submit({ id, buildingId }, { note: trimmed });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form noValidate onSubmit={submit}>
      <FieldFrame label={details.what} hint={details.count(text.length, RULE.max)} error={error}>
        {(wiring) => (
          <div className="flex gap-3">
            <input
              {...wiring}
              type="text"
              autoComplete="off"
              value={text}
              onChange={(event) => setDraft(event.target.value)}
              onBlur={() => {
                save();
                if (!error) setDraft(undefined);
              }}
              className={CONTROL}
            />
            <Button type="submit" variant="secondary">
              {details.save}
            </Button>
          </div>
        )}
      </FieldFrame>
    </form>
  );
}
