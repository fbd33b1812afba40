import type { Alarm } from '@contract/alarm';
import { useEffect } from 'react';
import { KIND_WORDS } from '../model/kinds.copy.js';
import { kindOf } from '../model/alarm-rules.js';

/** Shows "● Brandlarm – Storgatan 12" in the list of tabs, also when the page changes its title. */
export function useWindowTitle(alarm: Alarm | undefined, address: string | undefined): void {
  const title = alarm && ['●', KIND_WORDS[kindOf(alarm)].title, address && `– ${address}`];
  const text = title?.filter(Boolean).join(' ');
  useEffect(() => {
    if (!text) return;
    let plain = document.title;
    const setTitle = () => {
      if (document.title === text) return;
      plain = document.title;
      document.title = text;
    };
    setTitle();
    // React may replace the title element as a whole; its parent stays.
    const watcher = new MutationObserver(setTitle);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watcher.disconnect();
      // A page that changed at the same moment has already set its own title.
      if (document.title === text) document.title = plain;
    };
  }, [text]);
}
