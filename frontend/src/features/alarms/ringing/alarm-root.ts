const ID = 'alarm-root';

/**
 * Returns the element that holds the alarm. It is the last in the body, so that it covers elements
 * of libraries. It has `aria-live`, because modals do not hide live regions from screen readers.
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

/** Moves the root to the end of the body, before its dialog opens: a move closes an open dialog. */
export function bringToEnd(root: HTMLElement): void {
  if (document.body.lastElementChild !== root) document.body.append(root);
}

/**
 * Closes other dialogs and popovers. The sheet that shows a press and the question that ends an
 * alarm stay open under the alarm, and come back after it.
 */
export function closeOtherOverlays(): void {
  document.querySelectorAll<HTMLDialogElement>('dialog[open]').forEach((dialog) => {
    const stays = dialog.closest(`#${ID}`) ?? dialog.matches('[data-sending], [data-waits]');
    if (!stays) dialog.close();
  });
  document.querySelectorAll<HTMLElement>('[popover]').forEach((popover) => {
    if (popover.matches(':popover-open')) popover.hidePopover();
  });
}
