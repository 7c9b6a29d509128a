/** What is wrong with a text that should be an API key, before anybody is asked. */
export function wrongForm(key: string): 'key.missing' | 'key.form' | undefined {
  const text = key.trim();
  if (text === '') {
    return 'key.missing';
  }
  return text.startsWith('tb') ? undefined : 'key.form';
}
