import { Component, type ReactNode, useEffect, useState } from 'react';
import { signFavicon } from '../lib/browser/favicon.js';
import { build } from '../lib/browser/env.js';
import { backoffMs } from '../lib/net/retry.js';
import { request } from '../lib/net/http.js';
import { Bar } from '../ui/bar.js';
import { Ring112 } from '../ui/ring-112.js';
import { setTitle, titlePart } from '../ui/pages/window-title.js';
import { SHELL } from './shell.copy.js';

const LONGEST_MS = 60_000;
/** An alarm area that has worked for this long begins with the shortest wait again. */
const STABLE_MS = 60_000;

/**
 * Keeps an error of the alarm area from the page, and mounts the area again after growing waits. The
 * area has closed its socket with its end, so this device no longer counts as ready.
 */
export class AlarmBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  private failures = 0;
  private mountedMs = performance.now();
  private timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    if (performance.now() - this.mountedMs > STABLE_MS) this.failures = 0;
    this.failures += 1;
    if (this.failures === 1) report(error);
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.mountedMs = performance.now();
        this.setState({ failed: false });
      },
      backoffMs(this.failures, LONGEST_MS),
    );
  }

  override componentWillUnmount() {
    clearTimeout(this.timer);
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

/** Says that no alarm arrives. A warning of an alarm stays in title and icon. */
function Broken() {
  const [alarm] = useState(() => titlePart('alarm'));
  useEffect(() => {
    const sign = alarm.startsWith('●') ? 'alarm' : 'unprotected';
    setTitle('alarm', alarm || SHELL.alarm.title);
    signFavicon(sign, true);
    return () => {
      setTitle('alarm');
      signFavicon(sign, false);
    };
  }, [alarm]);
  return (
    <div role="alert">
      <Bar>
        <span className="grow">{SHELL.alarm.broken}</span>
        <Ring112 />
      </Bar>
    </div>
  );
}

/** Sends where the code failed. The message stays here, because it may hold a person's text. */
function report(error: unknown): void {
  const { name = '', stack = '' } = error instanceof Error ? error : {};
  const at =
    stack
      .match(/[\w-]+\.js:\d+:\d+/g)
      ?.slice(0, 3)
      .join(' ') ?? '';
  const body = { name: name.slice(0, 40), at: at.slice(0, 200), build: build() };
  request('POST', '/devices/page-errors', body).catch(() => undefined);
}
