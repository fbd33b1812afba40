import { isolated } from '@contract/written-text';
export const SHELL = {
  toDark: 'Byt till mörkt tema',
  toLight: 'Byt till ljust tema',
  toPanel: 'Till larmpanelen',
  toSignIn: 'Till inloggningen',
  signedIn: 'Du är inloggad.',
  noBuilding: 'Du är inte med i något hus än.',
  noBuildingLead: 'Larm når dig först när du är med i ett hus.',
  toWaysIn: 'Gå med i ett hus',
  alarm: {
    loading: 'Larm når inte den här fliken än. Laddar …',
    failed: 'Larm når inte den här fliken än. Försöker igen …',
    reload: 'Ladda om sidan',
    title: '○ Frånkopplad – ResQ',
    broken: 'Något gick fel. Larm når inte den här fliken just nu. Försöker igen …',
    ended: 'Du är utloggad. Larm når inte den här fliken.',
  },
  resetLink: {
    made: (madeBy?: string) =>
      `${madeBy ? isolated(madeBy) : 'En administratör'} har skapat en länk till ett nytt lösenord för ditt konto.`,
    toProfile: 'Visa',
  },
  buildingSwitch: 'Hus',
  signOutFailed:
    'Servern går inte att nå, så den vet inte att du har loggat ut. ResQ försöker igen av sig självt. Vänta tills den här rutan försvinner om andra använder datorn.',
  navigation: 'Huvudmeny',
  information: 'Information',
  not112: 'ResQ ersätter inte 112.',
  tagline: 'Larm mellan grannar',
  beta: 'Demo. Gratis under betan.',
} as const;
