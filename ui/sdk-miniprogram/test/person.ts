/** The person with the phone, and what WeChat keeps for them on its side. */
export class Person {
  /** What they answer for a template; `accept` where nothing is set. */
  readonly says = new Map<string, string>();
  /** "Always keep": the dialog is not shown any more, and the first answer is repeated. */
  alwaysKeep = false;
  mainSwitch = true;
  /** Authorisations as WeChat counts them: one for each accept, shown or silent. */
  readonly quota = new Map<string, number>();
  dialogs = 0;
  /** What WeChat knows of the templates. */
  readonly unknownTemplates = new Set<string>();
  readonly longTerm = new Set<string>();
  readonly titles = new Map<string, string>();
  mostTemplates = 3;
  banned = false;
  private readonly kept = new Map<string, string>();

  problem(tmplIds: unknown): { errCode: number; errMsg: string } | null {
    const fail = (errCode: number, text: string) => ({
      errCode,
      errMsg: `requestSubscribeMessage:fail ${text}`,
    });
    if (!Array.isArray(tmplIds)) {
      return fail(10004, 'invalid parameter type');
    }
    if (tmplIds.length === 0) {
      return fail(10001, 'tmplIds is empty');
    }
    if (tmplIds.length > this.mostTemplates) {
      return fail(20003, 'Templates count out of max bounds');
    }
    if (tmplIds.some((id: string) => this.unknownTemplates.has(id))) {
      return fail(20001, 'No template data return');
    }
    if (new Set(tmplIds.map((id: string) => this.longTerm.has(id))).size > 1) {
      return fail(20002, 'Templates type must be same');
    }
    if (!this.mainSwitch) {
      return fail(20004, 'The main switch is switched off');
    }
    return this.banned ? fail(20005, 'This mini program was banned from subscribing') : null;
  }

  answer(tmplIds: string[]): Record<string, string> {
    const titles = new Set<string>();
    const answers: Record<string, string> = {};
    let shown = false;
    for (const id of tmplIds) {
      const title = this.titles.get(id) ?? id;
      const kept = this.kept.get(id);
      const answer = titles.has(title) ? 'filter' : (kept ?? this.says.get(id) ?? 'accept');
      titles.add(title);
      answers[id] = answer;
      shown ||= kept === undefined && answer !== 'ban' && answer !== 'filter';
      if (this.alwaysKeep && answer !== 'filter') {
        this.kept.set(id, answer);
      }
      if (answer.startsWith('accept')) {
        this.quota.set(id, (this.quota.get(id) ?? 0) + 1);
      }
    }
    this.dialogs += shown ? 1 : 0;
    return answers;
  }

  /** In the mini-program's settings: the only way back from an answer that is kept. */
  change(template: string, answer: string): void {
    this.kept.set(template, answer);
  }

  /** Lists only what is kept: what is absent may still be subscribed. */
  settings(): { mainSwitch: boolean; itemSettings: Record<string, string> } {
    return { mainSwitch: this.mainSwitch, itemSettings: Object.fromEntries(this.kept) };
  }
}
