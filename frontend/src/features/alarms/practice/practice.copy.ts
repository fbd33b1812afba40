/** The texts of the alarm that a user shows to themselves. */
export const PRACTICE = {
  heading: 'Öva',
  text: 'Öva på den här enheten. Inget skickas, och ingen annan ser eller hör det.',
  start: 'Så här låter och ser ett larm ut',
  mark: 'Övning, bara för dig.',
  nothingSent: 'Inget skickas.',
  response: (label: string) => `Ditt svar: ${label}. Det skickas inte, för det här är en övning.`,
  call: 'I övningen rings inget samtal. Stäng den om du behöver 112.',
  end: 'Stäng övningen',
  sender: 'En granne',
} as const;
