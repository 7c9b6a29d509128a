import { createCheckin, type Checkin, type Trouble, type View } from '@truebell/sdk-miniprogram';

/** The template ids of your own mini-program; the one of this plan's reminders first. */
const TEMPLATES = ['TEMPLATE_ID_OF_THE_REMINDER'];

const TROUBLE: Record<Trouble, string> = {
  offline: '联网后自动提交',
  server: '稍后自动提交',
  login: '登录后自动提交',
};

interface Session {
  globalData: { person: string; session: string };
}

/** Made once, when somebody is logged in; lives as long as the page. */
let checkin: Checkin;

Page({
  data: { view: null as View | null, next: '', trouble: '' },

  onLoad() {
    const { globalData } = getApp<Session>();
    checkin = createCheckin({
      // your own backend: it knows the person by the session and holds Truebell's key
      baseUrl: 'https://api.example.com',
      recipient: globalData.person,
      plan: 'water',
      templates: TEMPLATES,
      headers: () => ({ 'X-Session': globalData.session }),
      wx,
    });
    checkin.onChange(() => this.draw());
    this.draw();
  },

  /** The app was opened or came back: what waits is submitted, and the plan is asked for. */
  onShow() {
    void checkin.resume();
  },

  /** Nothing is awaited before checkIn, no toast and no request: the prompt would not open. */
  onDrank() {
    void checkin.checkIn().then(({ stored, outcome }) => {
      const safe = stored || outcome === 'recorded';
      void wx.showToast({ title: safe ? '已记录' : '手机存储已满，请联网', icon: 'none' });
    });
  },

  onTurnOn() {
    void checkin.turnOn().then(({ prompt }) => {
      if (prompt?.problem?.remedy === 'open_settings') {
        void wx.showToast({ title: '请在设置里允许提醒', icon: 'none' });
      }
    });
  },

  onTurnOff() {
    void checkin.turnOff();
  },

  onRetry(tap: WechatMiniprogram.TouchEvent) {
    void checkin.retry(String(tap.currentTarget.dataset.id));
  },

  onDiscard(tap: WechatMiniprogram.TouchEvent) {
    checkin.discard(String(tap.currentTarget.dataset.id));
  },

  draw() {
    const view = checkin.view();
    this.setData({
      view,
      next: view.plan?.nextAt?.slice(5, 16).replace('T', ' ') ?? '',
      trouble: view.trouble ? TROUBLE[view.trouble] : '正在提交',
    });
  },
});
