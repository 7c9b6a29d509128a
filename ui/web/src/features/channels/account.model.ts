import { draftOf, settingsOf, type Draft, type Mistake, type SettingField } from '@/features/channels/schema.model';
import type { Account } from '@/shared/api/channels';
import type { Wire } from '@/shared/api/client';

/** What stands in the form of an account. */
export interface AccountDraft {
  name: string;
  enabled: boolean;
  sandbox: boolean;
  verifiedOnly: boolean;
  minimalText: string;
  timeout: string;
  ladder: string;
  receiptWithin: string;
  settings: Draft;
  /** Secrets to write, by field; an empty one stays as it is. */
  secrets: Readonly<Record<string, string>>;
  /** Secrets to remove. */
  forget: readonly string[];
}

export type AccountMistakes = Record<string, Mistake | 'ladder'>;

export function blankAccount(fields: readonly SettingField[]): AccountDraft {
  return {
    name: '',
    enabled: true,
    sandbox: false,
    verifiedOnly: false,
    minimalText: '',
    timeout: '',
    ladder: '',
    receiptWithin: '',
    settings: draftOf(fields, {}),
    secrets: {},
    forget: [],
  };
}

export function draftOfAccount(account: Account, fields: readonly SettingField[]): AccountDraft {
  return {
    name: account.name,
    enabled: account.enabled,
    sandbox: account.sandbox,
    verifiedOnly: account.verified_endpoints_only,
    minimalText: account.minimal_text ?? '',
    timeout: String(account.timeout_ms / 1000),
    ladder: ladderText(account.retry_ladder),
    receiptWithin: account.receipt_within_seconds ? ladderText([account.receipt_within_seconds]) : '',
    settings: draftOf(fields, account.settings),
    secrets: {},
    forget: [],
  };
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** 60, 300, 5400 is "1m, 5m, 90m". */
export function ladderText(seconds: readonly number[]): string {
  return seconds
    .map((each) => {
      const [unit, size] = UNITS.find(([, length]) => each % length === 0) ?? ['s', 1];
      return `${each / size}${unit}`;
    })
    .join(', ');
}

/** Seconds of a ladder as it was typed; undefined when it cannot be read. */
export function ladderOf(typed: string): number[] | undefined {
  const steps = typed.split(/[\s,，、;]+/).filter((step) => step !== '');
  const seconds = steps.map((step) => {
    const read = /^(\d+)([dhms]?)$/.exec(step);
    return read === null ? Number.NaN : Number(read[1]) * (UNITS.find(([unit]) => unit === read[2])?.[1] ?? 1);
  });
  return seconds.some(Number.isNaN) ? undefined : seconds;
}

interface Terms {
  terms: Omit<Wire['AccountRequest'], 'channel' | 'name'>;
  mistakes: AccountMistakes;
}

function termsOf(draft: AccountDraft, fields: readonly SettingField[], stored?: Account): Terms {
  const { settings, mistakes } = settingsOf(fields, draft.settings, stored?.settings);
  const found: AccountMistakes = Object.fromEntries(Object.entries(mistakes).map(([name, mistake]) => [`settings.${name}`, mistake]));
  const ladder = ladderOf(draft.ladder);
  const within = ladderOf(draft.receiptWithin);
  const timeout = Math.round(Number(draft.timeout) * 1000);
  if (draft.name.trim() === '') found['name'] = 'required';
  if (ladder === undefined) found['retry_ladder'] = 'ladder';
  if (within === undefined || within.length > 1) found['receipt_within_seconds'] = 'ladder';
  if (Number.isNaN(timeout)) found['timeout_ms'] = 'number';
  const secrets = Object.entries(draft.secrets).filter(([, value]) => value !== '');
  return {
    terms: {
      settings,
      credentials: Object.fromEntries(secrets),
      enabled: draft.enabled,
      verified_endpoints_only: draft.verifiedOnly,
      minimal_text: draft.minimalText.trim() === '' ? null : draft.minimalText,
      ...(draft.timeout.trim() === '' ? {} : { timeout_ms: timeout }),
      ...(draft.ladder.trim() === '' && stored === undefined ? {} : { retry_ladder: ladder ?? [] }),
      ...(within?.[0] === undefined ? {} : { receipt_within_seconds: within[0] }),
    },
    mistakes: found,
  };
}

export function requestOf(channel: string, draft: AccountDraft, fields: readonly SettingField[]): { request: Wire['AccountRequest']; mistakes: AccountMistakes } {
  const { terms, mistakes } = termsOf(draft, fields);
  return { request: { channel, name: draft.name.trim(), sandbox: draft.sandbox, ...terms }, mistakes };
}

/** The change that the form asks for. It names the version that was seen, so that nobody else's change is undone. */
export function changeOf(
  account: Account,
  draft: AccountDraft,
  fields: readonly SettingField[],
): { change: Wire['AccountChangeRequest']; mistakes: AccountMistakes } {
  const { terms, mistakes } = termsOf(draft, fields, account);
  const forgotten = draft.forget.map((name) => [name, null] as const);
  return {
    change: {
      version: account.version,
      name: draft.name.trim(),
      ...terms,
      // null removes a secret, which the description of the API does not say
      credentials: { ...terms.credentials, ...Object.fromEntries(forgotten) } as Record<string, string>,
    },
    mistakes,
  };
}

/** Fields at which this form shows what the server says. */
export function placedFields(fields: readonly SettingField[], secrets: readonly { name: string }[]): string[] {
  return [
    'name',
    'timeout_ms',
    'retry_ladder',
    'receipt_within_seconds',
    'minimal_text',
    'sandbox',
    ...fields.map(({ name }) => `settings.${name}`),
    ...secrets.map(({ name }) => `credentials.${name}`),
  ];
}
