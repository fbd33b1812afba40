export const ADMIN = {
  checking: 'Kontrollerar behörighet …',
  noAccess: { title: 'Ingen åtkomst', text: 'Du har inte administratörsrättigheter' },
  missing: 'Administratörer behöver tvåstegsverifiering. Slå på den i profilen, så öppnas sidan.',
  toProfile: 'Till profilen',
  notChecked: 'Behörigheten kunde inte kontrolleras.',
  retry: 'Försök igen',
} as const;
