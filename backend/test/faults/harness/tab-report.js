/** Runs in a real tab before its own scripts: says on the console what its alarm dialog reads. */
let last = '';
setInterval(() => {
  const dialogs = [...document.querySelectorAll('[role="alertdialog"]')];
  const read = dialogs.map(({ innerText }) => innerText).join('\n');
  const told = JSON.stringify({ dialogs: dialogs.length, read });
  if (told !== last) console.debug(`resq-shown ${told}`);
  last = told;
}, 20);
