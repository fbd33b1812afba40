import type { AccessCode } from '@contract/http';
import { useEffect } from 'react';
import { copyText } from '../../lib/clipboard.js';
import { ApiError } from '../../lib/http.js';
import { useLoad } from '../../lib/use-load.js';
import { toast } from '../../ui/toasts.js';
import { CODES, copiedText } from './codes.copy.js';
import { type CodeReceiver, createCode, deleteCode, generateCode, listCodes } from './codes-api.js';

/** The list and what can be done to it; each outcome has its specified words. */
export function useCodes(turnAway: () => void) {
  const { status, data, reload, change, ...rest } = useLoad('codes', listCodes);
  const error = 'error' in rest ? rest.error : undefined;

  const complain = (title: string, cause: unknown) => {
    // The role may have been taken away while the page was open.
    if (cause instanceof ApiError && cause.status === 403) turnAway();
    else toast({ title, text: CODES.later, kind: 'error' });
  };

  useEffect(() => {
    if (error) complain(CODES.failed.list, error);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per failure
  }, [error]);

  /** @returns whether there is a new code */
  const create = async (receiver: CodeReceiver): Promise<boolean> => {
    let step: string = CODES.failed.generate;
    try {
      const code = await generateCode();
      step = CODES.failed.create;
      const made = await createCode(code, receiver);
      toast({ title: CODES.created, text: made.code, kind: 'success' });
    } catch (cause) {
      complain(step, cause);
      return false;
    }
    await reload();
    return true;
  };

  const remove = async ({ id }: AccessCode): Promise<void> => {
    try {
      await deleteCode(id);
    } catch (cause) {
      // Gone already, by another administrator's hand: that is what was wanted.
      if (!(cause instanceof ApiError && cause.status === 404)) {
        return complain(CODES.failed.remove, cause);
      }
    }
    change((codes) => codes.filter((one) => one.id !== id));
    toast({ ...CODES.removed, kind: 'success' });
  };

  const copy = async ({ code }: AccessCode): Promise<void> => {
    if (await copyText(code)) {
      toast({ title: CODES.copied, text: copiedText(code), kind: 'success' });
    } else toast({ ...CODES.failed.copy, kind: 'error' });
  };

  return { codes: data, loading: status === 'loading', reload, create, remove, copy };
}
