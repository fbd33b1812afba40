export function Loading({ text = 'Laddar …' }: { text?: string }) {
  return (
    <p role="status" className="min-h-24 py-6 text-muted">
      {text}
    </p>
  );
}
