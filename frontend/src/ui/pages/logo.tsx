export function Logo() {
  return (
    <span className="inline-flex items-center gap-1.5 text-h2 font-bold">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 text-primary">
        <rect width="32" height="32" rx="7" fill="currentColor" />
        <g className="stroke-primary-ink" fill="none" strokeWidth="2.5" strokeLinecap="round">
          <path d="M8 24V13.5L16 7l8 6.5V24z" strokeLinejoin="round" />
          <path d="M16 12.7v3.9M16 19.7v.01" strokeWidth="2.9" />
        </g>
      </svg>
      ResQ
    </span>
  );
}
