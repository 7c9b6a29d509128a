const two = (n: number): string => `0${n}`.slice(-2);

const MINUTE = 60_000;

/** The phone's own time, written as if it were UTC. */
const local = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString();

/** The date on the phone, e.g. `2026-12-01`. */
export const day = (at: Date): string => local(at).slice(0, 10);

/** ISO 8601 with the phone's offset, e.g. `2026-12-01T10:00:00+08:00`. */
export function iso(at: Date): string {
  const east = -at.getTimezoneOffset();
  const offset = Math.abs(east);
  const hours = two(Math.floor(offset / 60));
  return `${local(at).slice(0, 19)}${east < 0 ? '-' : '+'}${hours}:${two(offset % 60)}`;
}

const WAITS = [5, 30, 120, 600];
const SECOND = 1000;

/** No wait is longer, whatever a server asks for and whatever became of the phone's clock. */
export const LONGEST_WAIT = 2 * 3600 * SECOND;

/** How long to wait after so many tries; spread, so that a crowd does not come back at once. */
export const backOff = (tries: number, random: () => number): number =>
  Math.round((WAITS[tries - 1] || 3600) * SECOND * (0.75 + random() / 2));
