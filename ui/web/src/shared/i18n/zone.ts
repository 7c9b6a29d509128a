import { createContext, useContext } from 'react';

/** The zone that a part of a page tells its times in; the reader's own unless somebody says so. */
export const Zone = createContext<string | undefined>(undefined);

export function useZone(): string | undefined {
  return useContext(Zone);
}

/** Whether times in {@code zone} need to be said to be so: they are not the reader's. */
export function isElsewhere(zone: string | undefined): zone is string {
  return zone !== undefined && zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
