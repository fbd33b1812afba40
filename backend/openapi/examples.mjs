// @ts-check
import { ERRORS } from '../dist/contract/errors.js';

/**
 * Makes examples from the schemas, so that none can disagree with its schema.
 *
 * @typedef {Record<string, any>} Schema
 * @typedef {Record<string, Schema>} Schemas
 */

const TIME = '2026-11-22T08:00:00.000Z';
const URL = 'https://resq.example/';
/** A point of P-256, as the validation requires. */
const PUBLIC_KEY =
  'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

/**
 * The values of a property, by `Schema.property` or its name alone; the first that fits is taken.
 * @type {Record<string, unknown[]>}
 */
const VALUES = {
  'Building.name': ['BRF Björken'],
  'Device.name': ['Surfplattan i köket'],
  'Error.name': ['TypeError'],
  name: ['Karl Ek'],
  names: ['Karl Ek'],
  personName: ['Karl Ek'],
  by: ['Anna Berg'],
  madeBy: ['Anna Berg'],
  invitedBy: ['Anna Berg'],
  building: ['BRF Björken'],
  address: ['Storgatan 20, Umeå'],
  apartment: ['1301'],
  apartments: ['1301'],
  entrance: ['A'],
  entrances: ['A'],
  place: ['Tvättstugan'],
  note: ['Rök i trapphuset'],
  rescueNote: ['Nyckel i skåpet vid porten'],
  pauseReason: ['Vi har pratat om det'],
  at: [TIME, 'alarm-B2x_9.js:1:2345'],
  onSince: [TIME],
  email: ['karl@resq.example'],
  company: ['Björken AB'],
  password: ['ett långt lösenord'],
  current: ['det gamla lösenordet'],
  code: ['ABCD-1234', '492817'],
  recoveryCodes: ['7KQ2M9XW4T'],
  secret: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  token: ['dGhpcyBpcyBhbiBleGFtcGxl'],
  accessToken: ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln'],
  epoch: ['5d1f7a80'],
  build: ['0a1b2c3d'],
  label: ['Chrome på Android'],
  endpoint: ['https://fcm.googleapis.com/fcm/send/example'],
  key: [PUBLIC_KEY],
  p256dh: [PUBLIC_KEY],
  auth: ['tBHItJI5svbpez7KI4CCXg'],
  url: [`${URL}join#dGhpcyBpcyBhbiBleGFtcGxl`],
  expiresAt: ['2026-11-22T09:00:00.000Z'],
  next: [null],
  'Alarm.witnesses': [[]],
  'Alarm.needHelp': [[]],
  'Alarm.witnessCount': [0],
  homes: [24],
  homesKnown: [24],
  homesReady: [18],
  neighboursKnown: [23],
  neighboursReady: [17],
  retryInMs: [400],
  exercise: [false],
  merged: [false],
  reset: [false],
  more: [false],
  active: [[]],
  answers: [[]],
  muted: [true, []],
  q: ['Storgatan'],
};

/** Names of schemas that share the values of one. */
const OWNERS = { Alarm: /Alarm/, Building: /Building/, Device: /Device/, Error: /Error/ };

/**
 * @param {Schema} schema
 * @param {Schemas} schemas the document's, which references lead to
 * @param {string} [name] of the property
 * @param {string} [owner] the schema that has the property
 * @returns {unknown}
 */
export function exampleOf(schema, schemas, name = '', owner = '') {
  if (schema.$ref) {
    const target = String(schema.$ref).split('/').at(-1) ?? '';
    return exampleOf(schemas[target] ?? {}, schemas, name, target);
  }
  const value = valuesOf(name, owner).find((one) => fits(schema, one));
  if (value !== undefined) return value;
  const of = (/** @type {Schema} */ part) => exampleOf(part, schemas, name, owner);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return of(schema.allOf[0]);
  if (schema.anyOf) return of(schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, schemas, owner);
    case 'array':
      return [of(schema.items)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'string':
      return textOf(schema, name);
    default:
      return null;
  }
}

/**
 * Has the properties that are always there; of a request that needs none, it has all.
 * @param {Schema} schema
 * @param {Schemas} schemas
 * @param {string} owner
 */
function objectOf({ properties = {}, required = [] }, schemas, owner) {
  const names = required.length > 0 ? required : Object.keys(properties);
  return Object.fromEntries(
    names.map((/** @type {string} */ name) => [
      name,
      exampleOf(properties[name], schemas, name, owner),
    ]),
  );
}

/**
 * @param {string} name
 * @param {string} owner
 */
function valuesOf(name, owner) {
  const shared = Object.entries(OWNERS).find(([, names]) => names.test(owner))?.[0];
  return VALUES[`${shared}.${name}`] ?? VALUES[name] ?? [];
}

/**
 * @param {Schema} schema
 * @param {unknown} value
 * @returns {boolean}
 */
function fits({ anyOf, type, format, enum: allowed, pattern, minLength = 0 }, value) {
  if (anyOf) return anyOf.some((/** @type {Schema} */ one) => fits(one, value));
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value !== type || allowed || format === 'uuid') return false;
  if (typeof value !== 'string') return true;
  return value.length >= minLength && (!pattern || new RegExp(pattern).test(value));
}

/**
 * @param {Schema} schema
 * @param {string} name
 */
function textOf({ format }, name) {
  if (format === 'uuid' || /(^id|Id)$/.test(name)) return idOf(name);
  if (format === 'date-time' || /At$|Now$/.test(name)) return TIME;
  return name === 'before' ? `${TIME}_${idOf('id')}` : name;
}

/** @param {string} name the same id for the same name in all examples */
function idOf(name) {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 4096, 7);
  return `6f1d2c3b-0000-4000-8000-000000000${sum.toString(16).padStart(3, '0')}`;
}

/** @param {keyof typeof ERRORS} code */
export function errorExample(code) {
  return { error: { code, message: ERRORS[code].message, requestId: idOf('requestId') } };
}
