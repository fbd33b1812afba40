import { RULES } from '../../../contract/text-rules.js';
import { TextField } from '../../../platform/input/fields.js';

/** The body of every request with a code: from an app, or a recovery code. */
export class TypedCode {
  @TextField(RULES.secondFactor.code)
  code: string;
}
