import { afterEach } from 'vitest';
import { cleanup } from '@testing-library/react';

// jsdom lacks it
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => Object.assign(new EventTarget(), { matches: false, media, onchange: null }),
});

afterEach(cleanup);
