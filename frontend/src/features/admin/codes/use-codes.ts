import type { AccessCode } from '@contract/http';
import { useEffect, useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { ApiError, request } from '../../../lib/net/http.js';
import { toast } from '../../../ui/toasts.js';
import { CODES } from './codes.copy.js';

/** Loads, creates and deletes codes. Each outcome shows the toast that the specification quotes. */
export function useCodes(turnAway: () => void) {
  const { status, data, reload, change, ...rest } = useLoad('codes', listCodes);
  const [freshId, setFreshId] = useState<string>();
  const [goingId, setGoingId] = useState<string>();
  const error = 'error' in rest ? rest.error : undefined;

  const complain = (title: string, cause: unknown) => {
    const refusal = cause instanceof ApiError && cause.status === 403 ? cause : undefined;
    const needsCode = refusal?.code.startsWith('second_factor.');
    // The role may have been taken away while the page was open.
    if (refusal && !needsCode) turnAway();
    else toast({ title, text: needsCode ? refusal?.message : CODES.later, kind: 'error' });
  };

  useEffect(() => {
    if (error) complain(CODES.failed.list, error);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per failure
  }, [error]);

  /** @returns true when a code was created */
  const create = async (receiver: CodeReceiver): Promise<boolean> => {
    let step: string = CODES.failed.generate;
    try {
      const code = await generateCode();
      step = CODES.failed.create;
      const made = await createCode(code, receiver);
      toast({ title: CODES.created, text: made.code, kind: 'success' });
      // The new code is shown at once: it exists even if the list cannot be loaded again.
      change((codes) => [made, ...codes]);
      setFreshId(made.id);
    } catch (cause) {
      complain(step, cause);
      return false;
    }
    await reload();
    return true;
  };

  const remove = async ({ id }: AccessCode): Promise<void> => {
    setGoingId(id);
    try {
      await deleteCode(id);
    } catch (cause) {
      // Another administrator has deleted the code already, which is the wanted result.
      if (!(cause instanceof ApiError && cause.status === 404)) {
        return complain(CODES.failed.remove, cause);
      }
    } finally {
      setGoingId(undefined);
    }
    change((codes) => codes.filter((one) => one.id !== id));
    toast({ ...CODES.removed, kind: 'success' });
  };

  return {
    codes: data,
    loading: status === 'loading',
    /** The code created last in this visit; `goingId` is the code being deleted. */
    freshId,
    goingId,
    reload,
    create,
    remove,
  };
}

export interface CodeReceiver {
  name?: string;
  email?: string;
  company?: string;
}

const listCodes = (signal?: AbortSignal) =>
  request<AccessCode[]>('GET', '/admin/codes', undefined, { signal });

const generateCode = async () =>
  (await request<{ code: string }>('POST', '/admin/codes/generate')).code;

const createCode = (code: string, receiver: CodeReceiver) =>
  request<AccessCode>('POST', '/admin/codes', { code, ...receiver });

const deleteCode = (id: string) => request<undefined>('DELETE', `/admin/codes/${id}`);
