import type { Wx } from './wx';

/** What a person, or WeChat in their place, says of one template. */
export type Answer = 'accept' | 'reject' | 'ban' | 'filter' | 'acceptWithAudio' | 'acceptWithAlert';

/** What each answer means for the one message that it is about. */
export const ANSWERS: Record<Answer, 'granted' | 'refused' | 'nothing'> = {
  accept: 'granted',
  acceptWithAudio: 'granted',
  acceptWithAlert: 'granted',
  reject: 'refused',
  ban: 'nothing',
  filter: 'nothing',
};

/**
 * What to do when the prompt did not come about.
 * - `ask_again`: nothing is wrong; the next tap asks again
 * - `open_settings`: the person turned messages off; only they can turn them on again
 * - `fix_page`: the page or its templates are wrong; asking again changes nothing
 * - `not_allowed`: WeChat does not let this mini-program ask
 * - `unknown`: not documented; the code and the text say what there is to know
 */
export type Remedy =
  | 'ask_again'
  | 'open_settings'
  | 'fix_page'
  | 'not_allowed'
  | 'unknown';

/** WeChat's error codes of the prompt, from the page of `wx.requestSubscribeMessage`. */
export const PROMPT_ERRORS = {
  10001: 'fix_page', // no template given
  10002: 'ask_again', // network: the list could not be loaded
  10003: 'ask_again', // network: the answer could not be handed in
  10004: 'fix_page', // a parameter of the wrong type
  10005: 'ask_again', // in the background: nothing could be shown
  20001: 'fix_page', // no such template, or one of another type
  20002: 'fix_page', // one-time and long-term templates in one prompt
  20003: 'fix_page', // more templates than one prompt may hold
  20004: 'open_settings', // the person turned the main switch off
  20005: 'not_allowed', // the mini-program is banned from asking
} as const satisfies Record<number, Remedy>;

export interface PromptProblem {
  code: number | null;
  text: string;
  remedy: Remedy;
}

export interface Prompt {
  /** By template. A word that no document describes is left out: it is worth nothing. */
  answers: Record<string, Answer>;
  /** Why there is no answer; null when there is one. */
  problem: PromptProblem | null;
}

export const grants = (answer: string | undefined): boolean =>
  ANSWERS[answer as Answer] === 'granted';

/** Opens the prompt before it returns, and never throws; `done` is called once, later or at once. */
export function ask(wx: Wx, templates: string[], done: (prompt: Prompt) => void): void {
  let open = true;
  const end = (prompt: Prompt) => {
    if (open) {
      open = false;
      done(prompt);
    }
  };
  const failed = (code: number | null, text: string) =>
    end({ answers: {}, problem: { code, text, remedy: remedy(code) } });
  try {
    if (!wx.requestSubscribeMessage) {
      return failed(null, 'no prompt');
    }
    wx.requestSubscribeMessage({
      tmplIds: templates,
      success: (said) => end({ answers: read(said, templates), problem: null }),
      fail: ({ errCode = null, errMsg = '' }) => failed(errCode, errMsg),
    });
  } catch (e) {
    failed(null, String(e));
  }
}

function read(said: Record<string, string>, templates: string[]): Record<string, Answer> {
  const answers: Record<string, Answer> = {};
  for (const template of templates) {
    const word = said[template] as Answer;
    if (word in ANSWERS) {
      answers[template] = word;
    }
  }
  return answers;
}

function remedy(code: number | null): Remedy {
  return (code && (PROMPT_ERRORS as Record<number, Remedy>)[code]) || 'unknown';
}
