/**
 * Runs in a real tab before the page's own scripts. It writes the text of the alarm dialogs and the
 * status bars to the console.
 */
let last = '';
setInterval(() => {
  const texts = (role) =>
    [...document.querySelectorAll(`[role="${role}"]`)].map((e) => e.innerText);
  const dialogs = texts('alertdialog');
  const [read, bars] = [dialogs.join('\n'), texts('status').join('\n')];
  const report = JSON.stringify({ dialogs: dialogs.length, read, bars });
  if (report !== last) console.debug(`resq-shown ${report}`);
  last = report;
}, 20);
