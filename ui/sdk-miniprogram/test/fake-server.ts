import type { WxAnswer } from '../src/wx';
import type { Call } from './phone';

interface Grant {
  request_id: string;
  template: string;
  status: string;
}

/** Truebell's answers about one plan, from memory: what is known by an id is recorded once. */
export class FakeServer {
  readonly checkins = new Map<string, string>();
  readonly grants = new Map<string, string>();
  readonly calls: Call[] = [];
  /** Answers to give instead, the next first; null lets the request through. */
  readonly instead: (WxAnswer | null)[] = [];
  state = 'scheduled';
  template: string | null = 'drink';
  lowWater = 1;
  available = 0;
  count = 0;

  readonly answer = (call: Call): WxAnswer => {
    this.calls.push(call);
    return this.instead.shift() ?? this.route(call);
  };

  /** The paths that were called, oldest first. */
  paths(): string[] {
    return this.calls.map(({ url, method }) => `${method} ${url.replace(/^https:..[^/]+/, '')}`);
  }

  private route({ url, method, data = {} }: Call): WxAnswer {
    const path = url.replace(/^.*\/v1\/recipients\/[^/]+/, '');
    switch (`${method} ${path}`) {
      case 'GET /plans/water':
        return ok(this.plan());
      case 'POST /plans/water/checkins':
        return this.checkin(data);
      case 'POST /plans/water:enable':
        if (!this.register(data.grant as Grant | undefined)) {
          return problem(409, 'no_authorisation');
        }
        this.state = 'scheduled';
        return ok({ plan: this.plan(), grant_result: 'granted' });
      case 'POST /plans/water:disable':
        this.state = 'disabled';
        this.available = 0;
        return ok(this.plan());
      case 'POST /grants':
        this.register(data as unknown as Grant);
        return ok({ result: 'granted', balance: { available: this.available } });
      default:
        return problem(404, 'not_found');
    }
  }

  private checkin(data: Record<string, unknown>): WxAnswer {
    const id = String(data.action_id);
    const content = JSON.stringify(data);
    const before = this.checkins.get(id);
    if (before !== undefined && before !== content) {
      return problem(409, 'action_id_reused');
    }
    if (before === undefined) {
      this.checkins.set(id, content);
      this.count += Number(data.count);
      this.register(data.grant as Grant | undefined);
      this.state = this.available > 0 ? 'scheduled' : 'paused';
    }
    return ok({
      action_id: id,
      recorded: true,
      plan: this.plan(),
      needs_grant: this.available === 0,
      ask_grant: this.available < this.lowWater,
    });
  }

  private register(grant: Grant | undefined): boolean {
    if (grant && !this.grants.has(grant.request_id)) {
      this.grants.set(grant.request_id, `${grant.template} ${grant.status}`);
      if (grant.template === this.template) {
        this.available = grant.status.startsWith('accept') ? this.available + 1 : 0;
      }
    }
    return this.available > 0;
  }

  private plan(): Record<string, unknown> {
    return {
      state: this.state,
      next_at: '2026-12-01T12:00:00+08:00',
      today: { count: this.count, goal: 8, reached: this.count >= 8 },
      streak: 3,
      needs_grant: this.available === 0,
      ask_grant: this.available < this.lowWater,
      template: this.template,
    };
  }
}

export const ok = (data: unknown): WxAnswer => ({ statusCode: 200, data });

export const problem = (status: number, code: string, fields: string[] = []): WxAnswer => ({
  statusCode: status,
  data: {
    code,
    detail: `The problem is ${code}.`,
    errors: fields.map((field) => ({ field, code, reason: code })),
  },
});
