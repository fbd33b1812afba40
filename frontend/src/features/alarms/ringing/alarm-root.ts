const ID = 'alarm-root';

/**
 * The place of the alarm in the page: last in the body, so that it lies over whatever a library put
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

/** Moving an open dialog would close it: call it before. */
export function bringToEnd(root: HTMLElement): void {
  if (document.body.lastElementChild !== root) document.body.append(root);
}

/** What is open steps aside for an alarm; what became of a press stays open under it. */
export function closeOtherOverlays(): void {
  document.querySelectorAll<HTMLDialogElement>('dialog[open]').forEach((dialog) => {
    const stays = dialog.closest(`#${ID}`) ?? dialog.hasAttribute('data-sending');
    if (!stays) dialog.close();
  });
  document.querySelectorAll<HTMLElement>('[popover]').forEach((popover) => {
    if (popover.matches(':popover-open')) popover.hidePopover();
  });
}
