import { useEffect, useState } from 'react';

/** ISO/IEC 18004 requires an empty border of four modules. */
const BORDER = 4;

interface QrCodeProps {
  text: string;
  label: string;
  /** `quartile` for a code on paper, which is torn and lit badly. */
  ecc?: 'medium' | 'quartile';
  className?: string;
}

/**
 * Draws a text as a QR code, black on white in both themes. Its library is loaded when it is needed.
 * Without it nothing is drawn, so the text must be on the page as well.
 */
export function QrCode({ text, label, ecc = 'medium', className = 'size-56' }: QrCodeProps) {
  const [rows, setRows] = useState<boolean[][]>();

  useEffect(() => {
    let isOver = false;
    const draw = async () => {
      const { default: encodeQR } = await import('qr');
      if (!isOver) setRows(encodeQR(text, 'raw', { border: BORDER, ecc }));
    };
    draw().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [text, ecc]);

  if (!rows) return <div className={className} />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className={`rounded-card ${className}`}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={pathOf(rows)} fill="#000" />
    </svg>
  );
}

function pathOf(rows: boolean[][]): string {
  const modules = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return modules.join('');
}
