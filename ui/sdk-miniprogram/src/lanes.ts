import { lane, type Clock, type Lane } from './lane';
import { channelOf, keyOf, storageOf, type CheckinOptions } from './options';
import { server } from './server';
import { store } from './store';
import type { Wx } from './wx';

const lanes = new WeakMap<Wx, Map<string, Lane>>();

/** One for each plan and phone: two pages that show one plan share its queue. */
export function laneOf(options: CheckinOptions, clock: Clock): Lane {
  const { wx } = options;
  const key = keyOf(options);
  const there = server({ ...options, channel: channelOf(options) });
  const known = lanes.get(wx) || new Map<string, Lane>();
  lanes.set(wx, known);
  const found = known.get(key);
  if (found) {
    found.server = there;
    return found;
  }
  const made = lane(store(storageOf(options), key), there, clock);
  known.set(key, made);
  if (wx.onNetworkStatusChange) {
    wx.onNetworkStatusChange(({ isConnected }) => {
      if (isConnected) {
        void made.wake();
      }
    });
  }
  void made.wake();
  return made;
}

export function close(options: CheckinOptions, lane: Lane): void {
  lane.closed = true;
  lanes.get(options.wx)?.delete(keyOf(options));
}
