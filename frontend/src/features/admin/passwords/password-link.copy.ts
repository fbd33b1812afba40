export const PASSWORD_LINK = {
  title: 'Lösenordslänk',
  lead: 'Skapa en engångslänk till den som har glömt sitt lösenord. När länken används loggas personen ut överallt. En äldre länk till samma person slutar gälla direkt.',
  email: 'E-post',
  submit: 'Skapa engångslänk',
  failed: 'Kunde inte skapa länken',
} as const;

export const linkLabel = (email: string) => `Engångslänk till ${email}`;
export const linkHint = (until: string) =>
  `Gäller till ${until}, en gång. Lämna över länken personligen.`;
