import { isolated } from '@contract/written-text';

export const ABOUT_BUILDING = {
  title: 'Om huset',
  failed: 'Kunde inte ladda sidan.',
  name: 'Husets namn',
  address: 'Adress',
  addressHint: 'Visas vid larm.',
  note: 'Till räddningstjänsten (valfritt)',
  noteHint: 'Till exempel avstängning av gas, el och vatten, solceller, nyckeltub.',
  save: 'Spara',
  saved: { title: 'Uppgifterna är sparade' },
  notSaved: 'Kunde inte spara uppgifterna',
  managers: 'Ansvariga',
  manager: (name: string) => isolated(name),
  invite: 'Bjud in en ansvarig',
  handOver: 'Ny styrelse? Bjud in de nya först, ta sedan bort de gamla.',
} as const;
