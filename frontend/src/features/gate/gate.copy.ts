export const GATE = {
  title: 'Välkommen',
  heading: 'Welcome',
  what: 'ResQ varnar grannarna när någon larmar i huset.',
  intro: 'ResQ är en demo. Ange din inbjudningskod för att fortsätta.',
  label: 'Inbjudningskod',
  hint: 'Fyra tecken, bindestreck, fyra tecken. Du får den av administratören.',
  placeholder: 'XXXX-XXXX',
  submit: 'Fortsätt',
  checking: 'Validerar...',
  /** Announced to screen reader users, who do not see the button change. */
  checkingSaid: 'Koden kontrolleras.',
  wrong: 'Felaktig kod. Försök igen eller kontakta administratören.',
  note: 'Saknar du kod? Kontakta administratören på LinkedIn för att få tillgång till demon.',
  invited: 'Inbjuden till ett hus? Då behövs ingen kod.',
  toInvitation: 'Till din inbjudan',
  account: 'Har du konto?',
  signIn: 'Till inloggningen',
} as const;
