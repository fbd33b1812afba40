import type { Alarm } from '@contract/alarm';
import { useEffect } from 'react';
import { KIND_WORDS } from '../model/alarms.copy.js';
import { kindOf } from '../model/alarm-rules.js';

/** "● Brandlarm – Storgatan 12" in the list of tabs, whatever page names itself meanwhile. */
export function useWindowTitle(alarm: Alarm | undefined, address: string | undefined): void {
  const title = alarm && ['●', KIND_WORDS[kindOf(alarm)].title, address && `– ${address}`];
  const text = title?.filter(Boolean).join(' ');
  useEffect(() => {
    if (!text) return;
    let plain = document.title;
    const keep = () => {
      if (document.title === text) return;
      plain = document.title;
      document.title = text;
    };
    keep();
    // The title's element may be replaced as a whole; its parent stays.
    const watcher = new MutationObserver(keep);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watcher.disconnect();
      document.title = plain;
    };
  }, [text]);
}
