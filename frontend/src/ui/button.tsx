import type { ComponentProps, ReactNode } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'plain' | 'onBrand';
/** `answer` is for a press under stress, `send` is for the alarm panel. */
export type ButtonSize = 'normal' | 'answer' | 'send';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-card border-2 px-4 py-2 text-center font-semibold ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-surface disabled:text-muted ' +
  'aria-disabled:cursor-progress';

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-primary bg-primary text-primary-ink hover:border-primary-press hover:bg-primary-press',
  secondary: 'border-line bg-page text-ink hover:border-ink hover:bg-surface',
  danger: 'border-danger bg-danger text-danger-ink hover:border-danger-press hover:bg-danger-press',
  onBrand: 'border-brand-ink bg-brand-ink text-brand hover:underline',
  plain: 'border-transparent bg-transparent text-primary underline hover:bg-surface',
};

const SIZES: Record<ButtonSize, string> = {
  normal: 'min-h-12 text-label',
  answer: 'min-h-16 text-button',
  send: 'min-h-18 text-button',
};

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** Returns the classes for a link that looks like a button: navigation must stay a link. */
export function buttonClass({ variant = 'primary', size = 'normal', className = '' }: Look = {}) {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${className}`.trim();
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  icon?: ReactNode;
  /** While true, presses do nothing. The button keeps the focus, which `disabled` would lose. */
  busy?: boolean;
}

export function Button({
  variant,
  size,
  className,
  icon,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, className })}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}
