import type { Wx, WxAnswer, WxPrompt, WxRequest } from '../src/wx';
import { Person } from './person';

export interface Call {
  url: string;
  method: string;
  header: Record<string, string>;
  data: Record<string, unknown> | undefined;
}

/** Whoever answers `wx.request`. */
export type Backend = (call: Call) => WxAnswer | Promise<WxAnswer>;

interface Task {
  at: number;
  app: App;
  run(): void;
}

const KEY_LIMIT = 1024 * 1024;
const ALL_LIMIT = 10 * KEY_LIMIT;

/**
 * A phone with WeChat on it, as its documents describe it: callbacks come later and never in the
 * turn of the call, the prompt opens from a tap alone, storage has limits and outlives the app, and
 * an app that is killed does and hears nothing any more. Time moves when it is told to.
 */
export class Phone {
  readonly disk = new Map<string, string>();
  readonly person = new Person();
  now = new Date('2026-12-01T10:00:00+08:00').getTime();
  /** `lost`: the request arrives, its answer does not. */
  network: 'up' | 'down' | 'lost' = 'up';
  roomLeft = ALL_LIMIT;
  readable = true;
  /** What happened so far; an app is killed right after the step whose number is `killAt`. */
  readonly steps: string[] = [];
  killAt = -1;
  app: App;
  private tasks: Task[] = [];
  private answering = 0;

  constructor(readonly backend: Backend) {
    this.app = new App(this);
  }

  /** Ends the app without a word, and opens it again. */
  relaunch(): App {
    this.app.alive = false;
    this.app = new App(this);
    return this.app;
  }

  setNetwork(state: 'up' | 'down'): void {
    this.network = state;
    this.app.networkListeners.forEach((listener) =>
      this.later(this.app, 0, () => listener({ isConnected: state === 'up' })),
    );
  }

  later(app: App, ms: number, run: () => void): void {
    this.tasks.push({ at: this.now + ms, app, run });
  }

  /** Lets everything happen that is due, until nothing is. */
  async settle(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const due = this.tasks.filter(({ at }) => at <= this.now).sort((a, b) => a.at - b.at)[0];
      if (!due && this.answering === 0) {
        return;
      }
      if (!due) {
        continue;
      }
      this.tasks = this.tasks.filter((task) => task !== due);
      if (due.app.alive) {
        due.run();
      }
    }
  }

  async pass(seconds: number): Promise<void> {
    const end = this.now + seconds * 1000;
    await this.settle();
    for (;;) {
      const next = this.tasks.map(({ at }) => at).filter((at) => at <= end);
      if (!next.length) {
        break;
      }
      this.now = Math.max(this.now, Math.min(...next));
      await this.settle();
    }
    this.now = end;
  }

  /** A real server takes its time. */
  ask(call: Call, then: (answer: WxAnswer) => void): void {
    this.answering++;
    void Promise.resolve(this.backend(call)).then((answer) => {
      this.answering--;
      then(answer);
    });
  }

  step(name: string): void {
    this.steps.push(name);
    if (this.steps.length === this.killAt) {
      this.app.alive = false;
    }
  }
}

/** One launch of the mini-program. */
export class App {
  alive = true;
  visible = true;
  /** How often the prompt was called, and with what. */
  readonly prompts: string[][] = [];
  readonly networkListeners: ((status: { isConnected: boolean }) => void)[] = [];
  readonly wx: Wx;
  private inTap = false;

  constructor(private readonly phone: Phone) {
    this.wx = {
      getStorageSync: (key) => this.read(key),
      setStorageSync: (key, value) => this.write(key, value),
      request: (options) => this.request(options),
      requestSubscribeMessage: (options) => this.prompt(options),
      getSetting: ({ success }) =>
        phone.later(this, 0, () => success({ subscriptionsSetting: phone.person.settings() })),
      onNetworkStatusChange: (listener) => void this.networkListeners.push(listener),
    };
  }

  /** The turn of a tap, and nothing after it. */
  tap<T>(handler: () => T): T {
    this.inTap = true;
    try {
      return handler();
    } finally {
      this.inTap = false;
    }
  }

  private read(key: string): unknown {
    if (!this.phone.readable) {
      throw new Error('getStorageSync:fail');
    }
    return this.phone.disk.get(key) ?? '';
  }

  private write(key: string, value: string): void {
    const { disk } = this.phone;
    const others = [...disk].reduce((sum, [k, v]) => sum + (k === key ? 0 : v.length), 0);
    if (!this.alive) {
      throw new Error('the app is gone');
    }
    if (value.length > KEY_LIMIT || others + value.length > this.phone.roomLeft) {
      throw new Error('setStorageSync:fail:entry size limit reached');
    }
    disk.set(key, value);
    this.phone.step('written');
  }

  private prompt({ tmplIds, success, fail }: WxPrompt): void {
    if (!this.alive) {
      return;
    }
    this.prompts.push(tmplIds);
    const { person } = this.phone;
    const problem = !this.inTap
      ? { errMsg: 'requestSubscribeMessage:fail can only be invoked by user TAP gesture.' }
      : !this.visible
        ? { errCode: 10005, errMsg: 'requestSubscribeMessage:fail UI cannot be shown' }
        : this.phone.network === 'down'
          ? { errCode: 10002, errMsg: 'requestSubscribeMessage:fail request list fail' }
          : person.problem(tmplIds);
    this.phone.step('prompt called');
    this.phone.later(this, 0, () => {
      const answers = problem ? null : person.answer(tmplIds);
      this.phone.step('prompt answered');
      if (!this.alive) {
        return;
      }
      if (answers) {
        success({ errMsg: 'requestSubscribeMessage:ok', ...answers });
      } else {
        fail(problem ?? {});
      }
    });
  }

  private request({ url, method, header, data, success, fail }: WxRequest): void {
    const { phone } = this;
    if (!this.alive) {
      return;
    }
    phone.step('request called');
    if (phone.network === 'down') {
      return phone.later(this, 0, () => fail());
    }
    phone.later(this, 0, () => {
      const lost = phone.network === 'lost';
      const sent = data && (JSON.parse(JSON.stringify(data)) as Record<string, unknown>);
      const all = { 'content-type': 'application/json', ...header };
      phone.ask({ url, method, header: all, data: sent }, (answer) =>
        phone.later(this, 0, () => (lost ? fail() : success(answer))),
      );
      phone.step('request arrived');
    });
  }
}
