const ID = 'alarm-root';

/**
 * The element that holds the alarm: last in the body, so that it lies over whatever a library put
 * there, and a live region that is off, so that no other modal hides it from screen readers.
 */
export function alarmRoot(): HTMLElement {
  const found = document.getElementById(ID);
  if (found) return found;
  const made = document.createElement('div');
  made.id = ID;
  made.setAttribute('aria-live', 'off');
  document.body.append(made);
  return made;
}

/** Call it before a dialog in it opens: moving an open dialog closes it. */
export function bringToEnd(root: HTMLElement): void {
  if (document.body.lastElementChild !== root) document.body.append(root);
}

/** Closes what an alarm must not share the page with. The sheet of a press stays open under it. */
export function closeOtherOverlays(): void {
  document.querySelectorAll<HTMLDialogElement>('dialog[open]').forEach((dialog) => {
    const stays = dialog.closest(`#${ID}`) ?? dialog.hasAttribute('data-sending');
    if (!stays) dialog.close();
  });
  document.querySelectorAll<HTMLElement>('[popover]').forEach((popover) => {
    if (popover.matches(':popover-open')) popover.hidePopover();
  });
}
