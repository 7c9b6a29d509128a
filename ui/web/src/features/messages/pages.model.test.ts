import { expect, test } from 'vitest';
import { message, pages } from '@/features/messages/fixtures';
import { absorbed, appended, isLoaded, nextCursor, pagesAt, patched, rowsOf, unseen } from '@/features/messages/pages.model';

const MANY = 100_000;
const many = pages(MANY + 500, MANY, 100);

function inOrder(of: typeof many): boolean {
  const rows = rowsOf(of);
  return rows.every((row, index) => index === 0 || (rows[index - 1]?.id ?? '') > row.id);
}

test('a hundred thousand rows come page after page, in order and each once', () => {
  let loaded = pages(MANY, 100, 100);
  for (let from = 100; from < MANY; from += 100) {
    const items = Array.from({ length: 100 }, (_, row) => message(MANY - from - row));
    loaded = appended(loaded, String(from), { items, next_cursor: from + 100 < MANY ? String(from + 100) : null });
  }
  expect(rowsOf(loaded)).toHaveLength(MANY);
  expect(inOrder(loaded)).toBe(true);
  expect(nextCursor(loaded)).toBeNull();
});

test('a page that was appended already is not appended again', () => {
  const two = pages(500, 200, 100);
  const page = { items: [message(300)], next_cursor: '300' };
  const three = appended(two, '200', page);
  expect(rowsOf(three)).toHaveLength(201);
  expect(appended(three, '200', page)).toBe(three);
});

test('a row in the middle of a hundred thousand is replaced where it stands, and nothing else', () => {
  const at = 54_321;
  const old = rowsOf(many)[at];
  const moved = { ...message(0), ...old, title: 'moved' };
  const next = patched(many, [moved]);
  expect(rowsOf(next)[at]).toBe(moved);
  expect(rowsOf(next)).toHaveLength(MANY);
  const untouched = next.pages.filter((page, index) => page === many.pages[index]);
  expect(untouched).toHaveLength(many.pages.length - 1);
  expect(rowsOf(many)[at]).toBe(old);
});

test('a row that is not loaded is not patched in', () => {
  expect(patched(many, [message(3)])).toBe(many);
  expect(patched(many, [message(MANY + 501)])).toBe(many);
});

test('new rows come in at the top, in order, each once', () => {
  const news = [MANY + 501, MANY + 503, MANY + 502].map((n) => message(n));
  const next = absorbed(absorbed(many, news), news);
  expect(rowsOf(next)).toHaveLength(MANY + 3);
  expect(rowsOf(next).slice(0, 3).map(({ id }) => id)).toEqual([MANY + 503, MANY + 502, MANY + 501].map((n) => message(n).id));
  expect(inOrder(next)).toBe(true);
  expect(nextCursor(next)).toBe(nextCursor(many));
});

test('what belongs behind the last page waits for the page that brings it, unless there is none', () => {
  expect(absorbed(many, [message(3)])).toBe(many);
  const whole = pages(10, 10, 5);
  expect(rowsOf(absorbed(whole, [message(0)])).at(-1)).toEqual(message(0));
});

test('the first rows come into an empty list', () => {
  const empty = { pages: [{ items: [], next_cursor: null }], cursors: [null] };
  const next = absorbed(empty, [message(1), message(2)]);
  expect(rowsOf(next).map(({ id }) => id)).toEqual([message(2).id, message(1).id]);
});

test('a row is found among a hundred thousand', () => {
  expect(isLoaded(many, message(MANY + 500).id)).toBe(true);
  expect(isLoaded(many, message(777).id)).toBe(true);
  expect(isLoaded(many, message(501).id)).toBe(true);
  expect(isLoaded(many, message(500).id)).toBe(false);
  expect(isLoaded(many, message(MANY + 501).id)).toBe(false);
});

test('only what is neither loaded nor older than the last row is unseen', () => {
  const news = [message(MANY + 501), message(MANY + 500), message(3)];
  expect(unseen(many, news)).toEqual([news[0]]);
});

test('the pages on the screen are known by their rows', () => {
  expect(pagesAt(many, 0, 20)).toEqual([0]);
  expect(pagesAt(many, 95, 105)).toEqual([0, 1]);
  expect(pagesAt(many, 99_990, 100_010)).toEqual([999]);
});
