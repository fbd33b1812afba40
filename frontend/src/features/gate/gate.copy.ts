export const GATE = {
  title: 'Välkommen',
  heading: 'Welcome',
  intro: 'ResQ är en demo. Ange din inbjudningskod för att fortsätta.',
  label: 'Inbjudningskod',
  placeholder: 'XXXX-XXXX',
  submit: 'Fortsätt',
  checking: 'Validerar...',
  wrong: 'Felaktig kod. Försök igen eller kontakta administratören.',
  note: 'Saknar du kod? Kontakta administratören på LinkedIn för att få tillgång till demon.',
  account: 'Har du konto?',
  signIn: 'Till inloggningen',
} as const;
