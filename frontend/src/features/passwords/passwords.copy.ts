export const RESET = {
  title: 'Välj ett nytt lösenord',
  lead: 'Du loggas ut på alla enheter. Logga sedan in med det nya lösenordet, så når larmen dig igen.',
  password: 'Nytt lösenord',
  hint: 'Minst 6 tecken.',
  common: 'Vanligt lösenord. Välj gärna ett längre.',
  submit: 'Spara lösenordet',
  done: { title: 'Lösenordet är bytt', text: 'Logga in med det nya lösenordet.' },
  missing: 'Länken är inte hel. Öppna den igen.',
  invalid: 'Länken gäller inte längre. Be om en ny.',
  whom: 'En ny länk får du av den som är ansvarig i ditt hus, eller av en administratör.',
  toSignIn: 'Till inloggningen',
} as const;
