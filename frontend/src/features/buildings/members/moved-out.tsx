import type { CreatedLetter, Member } from '@contract/http';
import { isolated } from '@contract/written-text';
import { useState } from 'react';
import { failureTexts } from '../../../lib/net/http.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { CheckField } from '../../../ui/forms/fields.js';
import { Names } from '../../../ui/names.js';
import { toast } from '../../../ui/toasts.js';
import { changeMember, makeLetters } from '../buildings-api.js';
import { memberHomeText } from '../buildings.copy.js';
import { forEachLimited } from '../acts.js';
import { activeOf, type HomeView } from './homes-view.js';
import { MEMBERS } from './members.copy.js';

interface MovedOutProps {
  buildingId: string;
  view: HomeView;
  onChanged: (member: Member) => void;
  /** Called with the letter for who comes next. */
  onLetters: (letters: CreatedLetter[]) => void;
}

/** Removes those who have moved out of a home, and makes a letter for who comes next. */
export function MovedOut({ buildingId, view, onChanged, onLetters }: MovedOutProps) {
  const { home } = view;
  const members = activeOf(view.members);
  const [isAsked, setAsked] = useState(false);
  const [stays, setStays] = useState<ReadonlySet<string>>(new Set());
  const [wantsLetter, setWantsLetter] = useState(true);
  const [progress, setProgress] = useState<number>();
  const gone = members.filter(({ id }) => !stays.has(id));

  const tick = (id: string, hasMoved: boolean) => {
    const next = new Set(stays);
    if (hasMoved) next.delete(id);
    else next.add(id);
    setStays(next);
  };
  const remove = async () => {
    setAsked(false);
    setProgress(0);
    const failures: unknown[] = [];
    const failed = await forEachLimited(
      gone,
      async ({ id }) => {
        try {
          onChanged(await changeMember(buildingId, id, { status: 'revoked' }));
        } catch (error) {
          failures.push(error);
          throw error;
        }
      },
      ({ tried }) => setProgress(tried),
    );
    setProgress(undefined);
    const title = MEMBERS.removedSome(gone.length - failed.length, gone.length);
    if (failed.length > 0) {
      toast({ title, text: failureTexts(failures[0]).text, kind: 'error' });
      return;
    }
    if (!wantsLetter) return;
    try {
      onLetters(await makeLetters(buildingId, [home]));
    } catch (error) {
      toast({ ...failureTexts(error), title: MEMBERS.noLetter, kind: 'error' });
    }
  };

  return (
    <>
      <Button
        variant="secondary"
        busy={progress !== undefined}
        onClick={() => {
          setStays(new Set());
          setAsked(true);
        }}
      >
        <span>{MEMBERS.movedOut}</span>
        <span className="sr-only">
          {' '}
          <Names in={memberHomeText(home)} />
        </span>
      </Button>
      {progress !== undefined && <p role="status">{MEMBERS.removing(progress, gone.length)}</p>}
      {isAsked && (
        <ConfirmDialog
          title={MEMBERS.ask.movedOut.question(memberHomeText(home))}
          confirm={MEMBERS.ask.movedOut.confirm(gone.length)}
          onConfirm={() => void (gone.length > 0 && remove())}
          onClose={() => setAsked(false)}
        >
          {members.map(({ id, name }) => (
            <CheckField
              key={id}
              label={<Names in={isolated(name)} />}
              checked={!stays.has(id)}
              onChange={({ target }) => tick(id, target.checked)}
            />
          ))}
          <p className="mt-3">{MEMBERS.ask.movedOut.text}</p>
          <CheckField
            label={MEMBERS.ask.movedOut.letter}
            checked={wantsLetter}
            onChange={({ target }) => setWantsLetter(target.checked)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
