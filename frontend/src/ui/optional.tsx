import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * Loads a component that its page can do without. When it cannot be loaded, nothing stands in its place:
 * `lazy` alone would end the whole page, also that of an alarm.
 */
export const optional = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: Nothing }),
    ),
  );
