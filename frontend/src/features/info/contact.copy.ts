export const CONTACT = {
  title: 'Kontakt',
  lead: 'Skriv till oss. Formuläret öppnar ditt e-postprogram med meddelandet ifyllt.',
  direct: 'Du kan också skriva direkt till:',
  name: 'Namn',
  email: 'E-post',
  subject: 'Ämne',
  message: 'Meddelande',
  submit: 'Skicka meddelande',
  invalid: {
    title: 'Valideringsfel',
    text: 'Vänligen kontrollera att alla fält är korrekt ifyllda.',
  },
  opening: { title: 'E-postprogrammet öppnas', text: 'Skicka meddelandet därifrån.' },
  done: { title: 'Meddelandet finns i ditt e-postprogram', text: 'Tryck på skicka där.' },
} as const;
