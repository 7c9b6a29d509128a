import { useId } from 'react';

const zones = Intl.supportedValuesOf('timeZone');

/** A time zone by its name, with suggestions. */
export function ZoneInput({ wiring, value, onChange }: { wiring: { id: string }; value: string; onChange: (zone: string) => void }) {
  const list = useId();
  return (
    <>
      <input {...wiring} className="input" list={list} autoComplete="off" spellCheck={false} value={value} onChange={(event) => onChange(event.target.value)} />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
