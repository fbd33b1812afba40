// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * Runs in the page before its own scripts. Records, in milliseconds of `performance.now()`, when an
 * alarm's message arrives, when the frame with its dialog is painted, and when its sound plays.
 */
export function stopwatch() {
  const marks = /** @type {any} */ ({});
  /** @type {any} */ (window).marks = marks;

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    /** @param {[string | URL, (string | string[])?]} address */
    constructor(...address) {
      super(...address);
      // Added first, so that it runs before the application's own listeners.
      this.addEventListener('message', ({ data }) => {
        const isAlarm = typeof data === 'string' && data.startsWith('42["alarm:event"');
        if (isAlarm && data.includes('"kind":"raised"')) marks.received = performance.now();
      });
    }
  };

  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    this.addEventListener('playing', () => (marks.playing = performance.now()), { once: true });
    return play.call(this);
  };

  /** @param {string} name */
  const afterFrame = (name) =>
    requestAnimationFrame(() => setTimeout(() => (marks[name] ??= performance.now())));
  window.addEventListener('click', ({ timeStamp }) => (marks.clicked = timeStamp), true);
  const look = () => {
    const buttons = [...document.querySelectorAll('button')];
    if (document.querySelector('[role="alertdialog"][open]')) afterFrame('painted');
    if (buttons.some(({ textContent }) => textContent?.startsWith('Brand')))
      afterFrame('pressable');
    if (/Skickar …|Larmet är skickat/.test(document.body.textContent ?? '')) afterFrame('sending');
  };
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['open'],
    });
  });
}
