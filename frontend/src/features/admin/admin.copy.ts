export const ADMIN = {
  checking: 'Kontrollerar behörighet …',
  noAccess: { title: 'Ingen åtkomst', text: 'Du har inte administratörsrättigheter' },
  notChecked: 'Behörigheten kunde inte kontrolleras.',
} as const;
