import { ExerciseBar } from './exercise-bar.js';
import { PushBar } from './push-bar.js';
import { ReminderBar } from './reminder-bar.js';
import { ResetLinkBar } from './reset-link-bar.js';
import { TextsBar } from './texts-bar.js';
import { VersionBar } from './version-bar.js';

/** The bars that an alarm does not need. They are loaded after it. */
export function LateBars() {
  return (
    <>
      <VersionBar />
      <ResetLinkBar />
      <PushBar />
      <ReminderBar />
      <ExerciseBar />
      <TextsBar />
    </>
  );
}
