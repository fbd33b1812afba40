import { copyText } from '../../../lib/browser/clipboard.js';
import { toast } from '../../../ui/toasts.js';
import { CODES, copiedText } from './codes.copy.js';

export async function copyCode(code: string): Promise<void> {
  if (await copyText(code)) {
    toast({ title: CODES.copied, text: copiedText(code), kind: 'success' });
  } else toast({ ...CODES.failed.copy, kind: 'error' });
}
