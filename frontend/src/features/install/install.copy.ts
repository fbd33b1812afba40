/** The texts of the offer to install ResQ. A computer has no home screen. */
export const INSTALL = {
  phone: {
    lead: 'Lägg ResQ på hemskärmen. Då behåller webbläsaren aviseringarna.',
    install: 'Lägg till',
  },
  computer: {
    lead: 'Installera ResQ på datorn. Då behåller webbläsaren aviseringarna.',
    install: 'Installera',
  },
  later: 'Inte nu',
};
