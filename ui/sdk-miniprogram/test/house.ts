import { createCheckin, type Checkin, type CheckinOptions } from '../src/index';
import { FakeServer } from './fake-server';
import { Phone, type App } from './phone';

/** A phone, the server that it talks to, and the SDK between them. */
export class House {
  readonly server = new FakeServer();
  readonly phone = new Phone((call) => this.server.answer(call));
  checkin: Checkin;
  private seed = 1;

  constructor(private readonly options: Partial<CheckinOptions> = {}) {
    this.checkin = this.open(this.phone.app);
  }

  /** A page is opened: the plan is known when it is shown. */
  static async open(options: Partial<CheckinOptions> = {}): Promise<House> {
    const house = new House(options);
    await house.resume();
    return house;
  }

  open(app: App): Checkin {
    const { phone } = this;
    return createCheckin({
      baseUrl: 'https://api.example.com',
      recipient: 'anna',
      plan: 'water',
      templates: ['drink'],
      headers: () => ({ 'X-Session': 'of-anna' }),
      wx: app.wx,
      now: () => new Date(phone.now),
      later: (ms, work) => phone.later(app, ms, work),
      random: () => this.random(),
      ...this.options,
    });
  }

  get app(): App {
    return this.phone.app;
  }

  async resume(): Promise<void> {
    void this.checkin.resume();
    await this.phone.settle();
  }

  /** The app is killed and opened again. */
  async relaunch(): Promise<void> {
    this.checkin = this.open(this.phone.relaunch());
    await this.phone.settle();
  }

  tap(): ReturnType<Checkin['checkIn']> {
    return this.app.tap(() => this.checkin.checkIn());
  }

  /** A tap, and all that comes of it for now. */
  async tapped(): Promise<Awaited<ReturnType<Checkin['checkIn']>>> {
    const result = this.tap();
    await this.phone.settle();
    return result;
  }

  /** The same numbers each time. */
  private random(): number {
    this.seed = (this.seed * 16807) % 2147483647;
    return this.seed / 2147483647;
  }
}
