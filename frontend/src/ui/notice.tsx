import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { passFocusOn } from './pages/pass-focus-on.js';

const STYLES = {
  info: { Icon: Info, colour: 'text-primary' },
  ok: { Icon: CircleCheck, colour: 'text-ok-text' },
  error: { Icon: CircleAlert, colour: 'text-error' },
};

interface NoticeProps {
  kind?: keyof typeof STYLES;
  /** Only for a notice that appears while the page is open. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

export function Notice({ kind = 'info', role, children }: NoticeProps) {
  const { Icon, colour } = STYLES[kind];
  return (
    <div
      ref={passFocusOn}
      role={role}
      className="flex items-start gap-3 rounded-card border border-edge bg-surface p-4"
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-6 shrink-0 ${colour}`} />
      <div className="flex min-w-0 grow flex-col gap-3">{children}</div>
    </div>
  );
}

/** Says what has failed, beside the button that was pressed. */
export function FailureNotice({ title, text }: { title?: string; text?: ReactNode }) {
  return (
    <Notice kind="error" role="alert">
      {title && <p className="font-semibold">{title}</p>}
      {text && <p>{text}</p>}
    </Notice>
  );
}

interface RetryNoticeProps {
  /** Names what could not be loaded. */
  children: ReactNode;
  /** Requests again. It must show another failure itself. */
  onRetry: () => unknown;
}

export function RetryNotice({ children, onRetry }: RetryNoticeProps) {
  return (
    <Notice kind="error" role="alert">
      <p>{children}</p>
      <div>
        <Button variant="secondary" onClick={() => void onRetry()}>
          Försök igen
        </Button>
      </div>
    </Notice>
  );
}
