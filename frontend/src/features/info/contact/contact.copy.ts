export const CONTACT = {
  title: 'Kontakt',
  lead: 'Skriv till oss. Formuläret öppnar ditt e-postprogram med meddelandet ifyllt, och du skickar det därifrån.',
  name: 'Namn',
  email: 'E-post',
  subject: 'Ämne',
  message: 'Meddelande',
  submit: 'Skicka meddelande',
  over: (count: number) => `${count} tecken för mycket`,
  tooLong: (max: number) => `Texten är längre än ${max} tecken.`,
  invalid: {
    title: 'Valideringsfel',
    text: 'Vänligen kontrollera att alla fält är korrekt ifyllda.',
  },
  opening: { title: 'E-postprogrammet öppnas', text: 'Skicka meddelandet därifrån.' },
  done: { title: 'Meddelandet finns i ditt e-postprogram', text: 'Tryck på skicka där.' },

  nothingOpened: 'Öppnades inget e-postprogram?',
  sendYourself: (address: string) => `Kopiera texten och skicka den själv till ${address}.`,
  yourMessage: 'Din text',
  copy: 'Kopiera texten',
  toasts: {
    copied: { title: 'Kopierat', text: 'Klistra in texten i din e-post.' },
    notCopied: { title: 'Kunde inte kopiera', text: 'Markera texten och kopiera den själv.' },
  },

  directly: {
    heading: 'E-posta direkt',
    text: 'Har du inget e-postprogram på den här enheten? Skriv från en annan enhet.',
  },
  danger: {
    heading: 'Vid fara',
    text: 'Ring 112. E-posten läses inte dygnet runt, och vi kan inte skicka hjälp.',
  },
  about: {
    heading: 'Det här kan vi hjälpa till med',
    list: [
      'Frågor om tjänsten, en inbjudningskod eller ett hus',
      'Fel som du har sett: berätta vad du gjorde, och vad som stod på skärmen',
      'Dina personuppgifter: ladda ner dem eller stänga kontot gör du själv i profilen',
    ],
    privacy: 'Läs om dina rättigheter',
  },
} as const;
