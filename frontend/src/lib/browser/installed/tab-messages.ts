/** The messages of the service worker to the tabs of its browser. */
export type TabMessage =
  /** Asks whether this tab sounds the alarm. Only a tab that does answers. */
  | { type: 'push:alarm'; alarmId: string }
  /** Asks whether this tab receives alarms, so that it can be shown. Only a tab that does answers. */
  | { type: 'push:open' }
  /** The notification of a test is shown. */
  | { type: 'push:test'; testId: string }
  /** The browser replaced or ended the subscription, so a tab must save the new one. */
  | { type: 'push:changed' };
