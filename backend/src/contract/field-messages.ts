/** The sentence about a refused field by the name of the rule; a text's rule has its own in `limits.ts`. */
export const FIELD_MESSAGES: Record<string, string> = {
  isBoolean: 'Svara ja eller nej',
  isIn: 'Välj ett av alternativen',
  isInt: 'Ange ett heltal',
  isIso8601: 'Ange en giltig tid',
  isPageCursor: 'Listan kan inte fortsätta här',
  isString: 'Skriv en text',
  isUuid: 'Ogiltigt id',
  max: 'Talet är för stort',
  maxLength: 'Texten är för lång',
  min: 'Talet är för litet',
  whitelistValidation: 'Fältet finns inte',
};

export const INVALID_FIELD = 'Ogiltigt värde';

/** The sentences at the fields of a member's name and home while an alarm of the member shows them. */
export const FROZEN_FIELDS = {
  name: 'Namnet kan inte ändras förrän larmet är avslutat',
  apartment: 'Lägenheten kan inte ändras förrän larmet är avslutat',
  entrance: 'Uppgången kan inte ändras förrän larmet är avslutat',
};
