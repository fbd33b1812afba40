/**
 * The catalogue of errors. `status` is the HTTP status; `message` is the text for users, or the
 * English sentence that the specification quotes for that error.
 */
export const ERRORS = {
  'request.invalid': { status: 400, message: 'Uppgifterna är inte giltiga.' },
  'request.too_large': { status: 413, message: 'Det som skickades är för stort.' },
  'request.not_found': { status: 404, message: 'Adressen finns inte.' },
  'request.rate_limited': {
    status: 429,
    message: 'För många försök. Försök igen om en stund.',
  },
  'request.origin_refused': { status: 403, message: 'Anropet kommer från en annan webbplats.' },

  'auth.required': { status: 401, message: 'Logga in för att fortsätta.' },
  'auth.session_not_found': { status: 404, message: 'Inloggningen finns inte längre.' },
  'auth.session_ended': { status: 401, message: 'Du är utloggad. Logga in igen.' },
  'auth.invalid_credentials': { status: 401, message: 'Invalid login credentials' },
  'auth.already_registered': { status: 409, message: 'User already registered' },
  'auth.too_many_attempts': {
    status: 429,
    message: 'För många försök. Försök igen om en stund.',
  },
  'auth.wrong_password': { status: 403, message: 'Det nuvarande lösenordet stämmer inte.' },
  'auth.reset_link_invalid': {
    status: 404,
    message: 'Länken gäller inte längre. Be om en ny.',
  },
  'auth.admin_required': { status: 403, message: 'Du har inte administratörsrättigheter' },
  /** The password was right. The browser holds a challenge and asks for a code. */
  'auth.second_factor_required': { status: 401, message: 'Ange en kod för att logga in.' },
  'auth.challenge_ended': {
    status: 401,
    message: 'Det gick för lång tid. Logga in från början.',
  },

  'second_factor.wrong_code': {
    status: 403,
    message: 'Koden stämmer inte eller är redan använd.',
  },
  'second_factor.confirmation_required': {
    status: 403,
    message: 'Bekräfta med en kod för att fortsätta.',
  },
  'second_factor.set_up_required': {
    status: 403,
    message: 'Slå på tvåstegsverifiering i profilen för att administrera.',
  },
  'second_factor.already_on': { status: 409, message: 'Tvåstegsverifiering är redan på.' },
  'second_factor.not_on': { status: 409, message: 'Tvåstegsverifiering är inte på.' },

  'connection.too_many': {
    status: 429,
    message: 'ResQ är öppet i för många flikar. Stäng några av dem.',
  },

  'account.not_found': { status: 404, message: 'Det finns inget konto med den adressen.' },

  'gate.session_not_found': { status: 404, message: 'Ange inbjudningskoden igen.' },
  'gate.session_required': { status: 403, message: 'Ange inbjudningskoden först.' },
  'code.already_exists': { status: 409, message: 'Koden finns redan.' },
  'code.not_found': { status: 404, message: 'Koden finns inte.' },

  'building.not_a_member': { status: 403, message: 'Du är inte med i det huset.' },
  'building.manager_required': { status: 403, message: 'Bara husets ansvariga kan göra det.' },
  'building.last_manager': { status: 409, message: 'Utse en ny ansvarig först.' },
  'membership.already_exists': { status: 409, message: 'Du är redan med i huset.' },
  'membership.not_found': { status: 404, message: 'Medlemmen finns inte.' },
  'membership.reset_link_refused': {
    status: 403,
    message: 'Be en administratör om en engångslänk.',
  },
  'membership.reset_link_too_early': {
    status: 403,
    message:
      'Medlemmen är ny i huset. Medlemmen kan be om länken i sin profil, eller du kan be en administratör.',
  },
  'membership.home_frozen': {
    status: 409,
    message: 'Namn och lägenhet kan inte ändras förrän larmet är avslutat.',
  },
  'membership.home_not_requested': {
    status: 409,
    message: 'Medlemmen har ändrat sig. Ladda om sidan.',
  },
  'membership.has_left': {
    status: 409,
    message: 'Medlemmen har lämnat huset. Skicka en ny inbjudan.',
  },
  'invitation.not_found': {
    status: 404,
    message: 'Inbjudan gäller inte längre. Be styrelsen om en ny.',
  },
  'device.not_found': { status: 404, message: 'Enheten finns inte.' },
  'demo.switched_off': { status: 404, message: 'Det finns inget demohus här.' },

  'alarm.not_found': { status: 404, message: 'Larmet finns inte.' },
  'alarm.id_taken': { status: 409, message: 'Larmet kunde inte skickas. Ring 112.' },
  'alarm.not_kept': { status: 503, message: 'Larmet är inte skickat. Ring 112.' },
  'alarm.rate_limited': {
    status: 429,
    message: 'Du har skickat många larm på kort tid. Ring 112.',
  },
  'alarm.sending_paused': {
    status: 403,
    message: 'Din rätt att larma är pausad. Ring 112 vid fara.',
  },
  'alarm.not_yours': { status: 403, message: 'Bara avsändaren och husets ansvariga kan göra det.' },
  'alarm.not_sender': { status: 403, message: 'Bara den som larmade kan göra det.' },
  'alarm.over': { status: 409, message: 'Larmet är avslutat.' },

  'system.unavailable': { status: 503, message: 'Försök igen senare' },
  'system.failed': { status: 500, message: 'Ett fel uppstod' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** @param invitedBy the manager who made the invitation, while that person is still one */
export const invitationExpired = (building: string, invitedBy = 'styrelsen'): string =>
  `Inbjudan till ${building} gäller inte längre. Be ${invitedBy} om en ny.`;

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** One sentence per refused field, by the field's name. */
  fields?: Record<string, string>;
  requestId: string;
}

export interface ErrorResult {
  error: ErrorBody;
}
