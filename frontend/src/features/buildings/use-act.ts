import { useState } from 'react';
import { failureTexts } from '../../lib/net/http.js';
import { toast } from '../../ui/toasts.js';

/** Runs the act of a button, which is busy meanwhile. A failure is shown as a toast. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, failed?: string) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ ...failureTexts(error), ...(failed && { title: failed }), kind: 'error' });
    }
    setBusy(false);
  };
  return { busy, act };
}
