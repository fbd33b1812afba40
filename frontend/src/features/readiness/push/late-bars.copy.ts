import { isolated } from '@contract/written-text';

/** The texts of the bars that an alarm does not need. */
export const LATE_BARS = {
  push: {
    lost: 'Aviseringar till den här enheten har slutat fungera. Testa igen.',
    test: 'Testa',
  },
  version: { newer: 'Ny version finns.', update: 'Uppdatera' },
  resetLink: {
    made: (madeBy?: string) =>
      `${madeBy ? isolated(madeBy) : 'En administratör'} har skapat en länk till ett nytt lösenord för ditt konto.`,
    toProfile: 'Visa',
  },
} as const;
