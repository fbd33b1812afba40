export const CODE = {
  app: {
    label: 'Kod från appen',
    hint: 'Sex siffror. De byts var trettionde sekund.',
    other: 'Använd en återställningskod',
  },
  recovery: {
    label: 'Återställningskod',
    hint: 'En av de tio koder som du sparade. Varje kod fungerar en gång.',
    other: 'Använd appen i stället',
  },
} as const;

export const SIGN_IN_STEP = {
  title: 'Skriv koden',
  lead: 'Lösenordet stämmer. Öppna kodappen på din telefon och skriv koden för ResQ.',
  submit: 'Logga in',
  back: 'Tillbaka till lösenordet',
  lost: 'Har du varken appen eller koderna kvar? Kontakta den som driver ResQ.',
  ended: 'Inloggning misslyckades',
} as const;
