import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { mayReload } from '../../../lib/browser/reload.js';
import { onWorkerMessage } from '../../../lib/browser/service-worker.js';

/** One slash: a browser reads two as another server. */
const OWN_PATH = /^\/\w/;

/** Opens the page of a pressed notice in this tab, but never over an alarm or a press. */
export function useNoticePages(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onWorkerMessage((message) => {
        if (message.type !== 'push:show' || !mayReload()) return;
        const { origin, pathname } = new URL(message.address, window.location.href);
        if (origin !== window.location.origin || !OWN_PATH.test(pathname)) return;
        if (pathname !== window.location.pathname) void navigate(pathname);
      }),
    [navigate],
  );
}
