export const RESET_LINK = {
  made: (madeBy = 'En administratör') =>
    `${madeBy} har skapat en länk till ett nytt lösenord för ditt konto.`,
  show: 'Visa',
} as const;
