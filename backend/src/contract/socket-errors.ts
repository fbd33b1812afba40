import { DEVICES_PER_USER } from './limits.js';
import { UNAVAILABLE } from './unavailable.js';

/**
 * The part of the catalogue for alarms: the errors that an acknowledgement of a socket may carry, and
 * those of every route.
 */
export const SOCKET_ERRORS = {
  'system.unavailable': UNAVAILABLE,

  'request.invalid': { status: 400, message: 'Uppgifterna är inte giltiga.' },
  'request.too_large': { status: 413, message: 'Det som skickades är för stort.' },
  'request.not_found': { status: 404, message: 'Adressen finns inte.' },
  'request.rate_limited': {
    status: 429,
    message: 'För många försök. Försök igen om en stund.',
  },
  'request.origin_refused': { status: 403, message: 'Anropet kommer från en annan webbplats.' },

  'auth.required': { status: 401, message: 'Logga in för att fortsätta.' },
  'auth.session_ended': { status: 401, message: 'Du är utloggad. Logga in igen.' },

  'connection.too_many': {
    status: 429,
    message: 'ResQ är öppet i för många flikar. Stäng några av dem.',
  },

  'building.not_a_member': { status: 403, message: 'Du är inte med i det huset.' },
  'building.manager_required': { status: 403, message: 'Bara husets ansvariga kan göra det.' },
  'building.last_manager': { status: 409, message: 'Utse en ny ansvarig först.' },

  'device.too_many': {
    status: 409,
    message: `Du har redan ${DEVICES_PER_USER} anslutna enheter. Larm når den här fliken, men den räknas inte som redo.`,
  },
  'device.not_found': { status: 404, message: 'Enheten finns inte.' },

  'alarm.not_found': { status: 404, message: 'Larmet finns inte.' },
  'alarm.id_taken': { status: 409, message: 'Larmet kunde inte skickas. Ring 112.' },
  'alarm.not_kept': { status: 503, message: 'Larmet är inte skickat. Ring 112.' },
  'alarm.busy': { status: 503, message: 'Larmet är inte skickat än. Ring 112 vid fara.' },
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

  'system.restarting': {
    status: 503,
    message: 'Servern startas om. Larmet är inte skickat än. Ring 112 vid fara.',
  },
  'system.busy': { status: 503, message: 'Försök igen om en stund.' },
  'system.failed': { status: 500, message: 'Ett fel uppstod' },
} as const satisfies Record<string, { status: number; message: string }>;
