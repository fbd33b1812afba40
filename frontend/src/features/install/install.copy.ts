/** The texts of the offer to install ResQ. */
export const INSTALL = {
  lead: 'Lägg ResQ på hemskärmen. Då behåller webbläsaren aviseringarna.',
  install: 'Lägg till',
  later: 'Inte nu',
};
