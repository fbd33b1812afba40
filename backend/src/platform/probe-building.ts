/**
 * The building in which the probe presses and receives its synthetic alarms. Nothing of it is in a list
 * of buildings, in a count of homes, in the audit log or in the outbox (decision 88).
 */
export const PROBE_BUILDING_ID = '70726f62-6500-4000-8000-000000000000';
