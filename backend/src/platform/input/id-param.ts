import { IdField } from './id-field.js';

/** The `:id` of a route. */
export class IdParam {
  @IdField()
  id: string;
}
