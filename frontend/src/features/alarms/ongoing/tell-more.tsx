import type { Alarm } from '@contract/alarm';
import { checkText, RULES } from '@contract/limits';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { CONTROL, FieldFrame } from '../../../ui/forms/field-frame.js';
import { OWN_HOME, PLACES } from '../model/alarms.copy.js';
import { amend, type Amendment, useAmendments } from '../commands/amend.js';
import { DELIVERY } from '../model/delivery.copy.js';
import { homeText } from '../model/format.js';
import { PlaceChips } from './place-chips.js';

const RULE = RULES.alarm.note;
/** Of stillness; what was typed until then is sent without a press. */
const PAUSE_MS = 1_500;
const { tell } = DELIVERY;

/** Where and what, for the sender: never asked before the alarm is sent, and never required. */
export function TellMore({ alarm }: { alarm: Alarm }) {
  const amendment = useAmendments(({ amendments }) => amendments[alarm.id]);
  const { place = '', note = '' } = { ...alarm, ...amendment?.told };
  return (
    <section aria-label={tell.heading} className="flex flex-col gap-4">
      <PlaceChips
        legend={tell.where}
        places={placesOf(alarm, place)}
        chosen={place}
        onChoose={(value) => void amend(alarm.id, { place: value === place ? '' : value })}
      />
      <Note alarmId={alarm.id} note={note} />
      <p role="status" className="-mt-2 min-h-6 text-meta font-semibold">
        {progressOf(amendment)}
      </p>
    </section>
  );
}

/** To the others one's own flat has its number. */
function placesOf({ sender }: Alarm, place: string) {
  const home = homeText(sender.home);
  const own = { label: OWN_HOME, value: home.charAt(0).toUpperCase() + home.slice(1) };
  const others = PLACES.map((one) => ({ label: one, value: one }));
  const known = [own, ...others].filter(({ value }) => value);
  const isOther = place && !known.some(({ value }) => value === place);
  return isOther ? [...known, { label: place, value: place }] : known;
}

function progressOf(amendment: Amendment | undefined): string {
  if (amendment?.phase === 'saving') return tell.saving;
  if (amendment?.phase === 'late') return tell.late;
  if (amendment?.phase === 'saved') return tell.saved;
  return amendment?.refusal ?? '';
}

function Note({ alarmId, note }: { alarmId: string; note: string }) {
  // While somebody types, nothing is put in their place: not even what was just kept.
  const [draft, setDraft] = useState<string>();
  const text = draft ?? note;
  const error = checkText(RULE, text);
  const told = text.trim();
  const isNew = !error && told !== note;

  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => void amend(alarmId, { note: told }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isNew, told, alarmId]);

  const save = () => {
    if (isNew) void amend(alarmId, { note: told });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form noValidate onSubmit={submit}>
      <FieldFrame label={tell.what} hint={tell.count(text.length, RULE.max)} error={error}>
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
              {tell.save}
            </Button>
          </div>
        )}
      </FieldFrame>
    </form>
  );
}
