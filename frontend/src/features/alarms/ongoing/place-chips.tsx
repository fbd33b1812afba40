interface PlaceChipsProps {
  legend: string;
  places: { label: string; value: string }[];
  chosen: string;
  onChoose: (value: string) => void;
}

export function PlaceChips({ legend, places, chosen, onChoose }: PlaceChipsProps) {
  return (
    <fieldset className="fade-in min-w-0">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-3">
        {places.map(({ label, value }) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen === value}
            onClick={() => onChoose(value)}
            className="control-border min-h-12 max-w-full grow rounded-card px-3 font-semibold wrap-anywhere hover:bg-surface aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-page"
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
