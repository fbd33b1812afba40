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

export const SECOND_FACTOR = {
  heading: 'Tvåstegsverifiering',
  failed: 'Kunde inte ladda tvåstegsverifieringen.',
  cancel: 'Avbryt',
  off: 'Logga in med en kod från din telefon, utöver lösenordet. Då räcker det inte att någon får tag i lösenordet. Du behöver en kodapp, till exempel den som följer med telefonen.',
  missing: 'Administratörer behöver tvåstegsverifiering. Administrationen öppnas när den är på.',
  begin: 'Slå på',
  password: 'Lösenord',
  next: 'Fortsätt',
  scan: 'Skanna QR-koden med kodappen, eller skriv in nyckeln i den.',
  qr: 'QR-kod för kodappen. Nyckeln under den är samma sak som text.',
  secret: 'Nyckel',
  open: 'Öppna kodappen på den här enheten',
  turnOn: 'Slå på',
  done: { title: 'Tvåstegsverifieringen är på', text: 'Nästa inloggning frågar efter en kod.' },
  codes: {
    heading: 'Spara återställningskoderna',
    text: 'Med dem loggar du in om du blir av med telefonen. Varje kod fungerar en gång. De visas bara nu. Spara dem där bara du kommer åt dem.',
    list: 'Återställningskoder',
    copy: 'Kopiera',
    toasts: {
      copied: { title: 'Kopierad!', text: 'Koderna har kopierats' },
      notCopied: {
        title: 'Kunde inte kopiera koderna',
        text: 'Markera koderna och kopiera dem själv.',
      },
    },
    download: 'Ladda ner',
    file: (day: string) => `resq-aterstallningskoder-${day}.txt`,
    print: 'Skriv ut',
    saved: 'Jag har sparat koderna',
  },
  turnOff: 'Stäng av',
  turnOffText: 'Sedan räcker lösenordet för att logga in. Återställningskoderna slutar gälla.',
  turnedOff: { title: 'Tvåstegsverifieringen är av', text: 'Lösenordet räcker för att logga in.' },
} as const;

/** Returns, for example, "På sedan 22 november 2026. 9 återställningskoder finns kvar." */
export const onText = (day: string, left: number) =>
  `På sedan ${day}. ${left === 1 ? '1 återställningskod' : `${left} återställningskoder`} finns kvar.`;

export const CONFIRMATION = {
  title: 'Bekräfta med en kod',
  text: 'Det du gör kan ge någon tillgång till konton eller hus. Här behövs ingen ny kod på tio minuter.',
  submit: 'Bekräfta',
  cancel: 'Avbryt',
} as const;
