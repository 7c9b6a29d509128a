import { useSyncExternalStore } from 'react';

/** As messages.css has it: columns from there on, stacked lines below. */
const wide = window.matchMedia('(min-width: 60rem)');

function watch(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** All rows are equally high, so that nothing jumps; how high depends on the width alone. */
export function useRowHeight(): number {
  return useSyncExternalStore(watch, () => wide.matches) ? 56 : 88;
}
