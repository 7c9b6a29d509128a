package io.truebell.calm.pacing;

/**
 * What runs inside Redis, on Redis' own clock, in microseconds.
 *
 * <p>An egress lets one call in at a time and rests after its end. Who is next is decided by fair
 * queueing: each tenant's calls have tags one apart, which begin at the tag that was let in last,
 * so that tenants take turns however much each of them brings. What was promised to a claim stands
 * in {@code :line} by its tag until it enters; who was told to come later stands in {@code :wait}
 * with the tag of its first call. Whoever does not come within a grace (`:alive`, `:told`) is
 * passed over: a dead node holds up nobody, and a slow one keeps its seniority in {@code :late}.
 *
 * <p>A rate is one number: when the bucket would be empty of debts (GCRA).
 *
 * <p>A key that is missing says nothing, and so does one that another run of Redis wrote: it may be
 * new, or Redis has lost its memory, or the last part of it. The caller brings the age of the last
 * call that the database knows of; when it is recent, a call may be under way.
 */
final class PacingScripts {
  private static final String COMMON =
      """
      local HORIZON, LONGEST, GRACE, AHEAD, PATIENCE = 900000000, 60500000, 2000000, 1000000, 500000
      local PARTS = {'', ':line', ':alive', ':wait', ':told', ':late', ':last'}

      local t = redis.call('TIME')
      local now = t[1] * 1000000 + t[2]
      local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or ''

      local function num(x) return string.format('%.0f', x) end
      local function tag(x) return string.format('%.9f', x) end

      local function keep(p, interval)
        for _, part in ipairs(PARTS) do
          redis.call('PEXPIRE', p .. part, num(1800000 + interval / 500))
        end
      end

      -- what a passage's arguments are, five for each key
      local function spec(i, from)
        local a = from + (i - 1) * 5
        return {kind = ARGV[a], interval = tonumber(ARGV[a + 1]), burst = tonumber(ARGV[a + 2]),
                seed = ARGV[a + 3], timeout = tonumber(ARGV[a + 4])}
      end

      local function egress(p, s)
        local h = redis.call('HMGET', p, 'free', 'call', 'until', 'began', 'took', 'turn', 'run')
        if not h[1] or h[7] ~= run then
          if s.seed == '' then return nil end
          for _, part in ipairs(PARTS) do redis.call('DEL', p .. part) end
          local free, age = now, tonumber(s.seed)
          if age >= 0 and age < HORIZON + s.interval then free = now + s.timeout + s.interval end
          redis.call('HSET', p, 'free', num(free), 'took', '0', 'turn', '0', 'run', run)
          return {free = free, call = false, till = 0, began = 0, took = 0, turn = 0}
        end
        local e = {free = tonumber(h[1]), call = h[2], till = tonumber(h[3] or 0), began = tonumber(h[4] or 0),
                   took = tonumber(h[5] or 0), turn = tonumber(h[6] or 0)}
        -- its node died, or its answer comes after its timeout
        if e.call and now >= e.till then
          e.call, e.free = false, math.max(e.free, e.till + s.interval)
          redis.call('HDEL', p, 'call')
        end
        -- the clock of Redis was put back
        e.free = math.min(e.free, now + LONGEST + s.interval)
        e.till = math.min(e.till, now + LONGEST)
        redis.call('HSET', p, 'free', num(e.free), 'until', num(e.till))
        return e
      end

      local function ready(e, s)
        if e.call then return math.max(now, e.began + e.took) + s.interval end
        return math.max(now, e.free)
      end

      -- passes over those who did not come
      local function prune(p)
        for _, token in ipairs(redis.call('ZRANGEBYSCORE', p .. ':alive', '-inf', num(now), 'LIMIT', 0, 200)) do
          redis.call('ZREM', p .. ':alive', token)
          redis.call('ZREM', p .. ':line', token)
        end
        for _, tenant in ipairs(redis.call('ZRANGEBYSCORE', p .. ':told', '-inf', num(now), 'LIMIT', 0, 200)) do
          local place = redis.call('ZSCORE', p .. ':wait', tenant)
          if place then redis.call('ZADD', p .. ':late', place, tenant) end
          redis.call('ZREM', p .. ':wait', tenant)
          redis.call('ZREM', p .. ':told', tenant)
        end
        redis.call('ZREMRANGEBYRANK', p .. ':late', 0, -1001)
      end

      -- the next tag of a tenant; the fraction keeps tags of different tenants apart
      local function nextTag(p, e, tenant)
        local last = tonumber(redis.call('ZSCORE', p .. ':last', tenant) or e.turn)
        return math.max(e.turn, last) + 1 + (redis.call('HINCRBY', p, 'nth', 1) % 1000) / 1000000
      end

      local function rate(p, s)
        local h = redis.call('HMGET', p, 'tat', 'run')
        local tat = h[1]
        if not tat or h[2] ~= run then
          if s.seed == '' then return nil end
          local age = tonumber(s.seed)
          tat = now
          if age >= 0 and age < HORIZON + s.burst * s.interval then tat = now + s.burst * s.interval end
          redis.call('HSET', p, 'tat', num(tat), 'run', run)
        end
        -- not more than what one burst owes, even when the clock of Redis was put back
        return math.min(math.max(tonumber(tat), now), now + s.burst * s.interval)
      end
      """;

  /**
   * Asks for permits. Arguments: tenant, visit; of each passage kind, interval, burst, seed,
   * timeout; then how many of each passage. Answers of each passage: granted, wait until the next
   * one's turn, wait from one to the next, tenants that wait, calls that are in line.
   */
  static final String PLAN =
      COMMON
          + """
          local tenant, visit = ARGV[1], ARGV[2]

          local function planEgress(p, s, wanted)
            local e = egress(p, s)
            prune(p)
            redis.call('ZREMRANGEBYSCORE', p .. ':last', '-inf', tag(e.turn))
            local first = tonumber(redis.call('ZSCORE', p .. ':wait', tenant)
              or redis.call('ZSCORE', p .. ':late', tenant) or nextTag(p, e, tenant))
            for _, part in ipairs({':wait', ':told', ':late'}) do redis.call('ZREM', p .. part, tenant) end
            local step, base = s.interval + e.took, ready(e, s)
            local function turnOf(mine)
              local before = '(' .. tag(mine)
              return base + step * (redis.call('ZCOUNT', p .. ':line', '-inf', before)
                + redis.call('ZCOUNT', p .. ':wait', '-inf', before))
            end
            local granted, turn = 0, turnOf(first)
            while granted < wanted and turn <= now + AHEAD do
              granted = granted + 1
              local token = visit .. ':' .. granted
              redis.call('ZADD', p .. ':line', tag(first + granted - 1), token)
              redis.call('ZADD', p .. ':alive', num(turn + GRACE), token)
              redis.call('ZADD', p .. ':last', tag(first + granted - 1), tenant)
              turn = turnOf(first + granted)
            end
            local wait = turn - now
            if granted < wanted then
              redis.call('ZADD', p .. ':wait', tag(first + granted), tenant)
              redis.call('ZADD', p .. ':told', num(now + math.max(wait, AHEAD) + GRACE), tenant)
            end
            keep(p, s.interval)
            local waiting = redis.call('ZCARD', p .. ':wait')
            -- half as long as it takes while all of them stay: they may be gone by then
            return granted, wait, step * math.max(1, waiting / 2), waiting, redis.call('ZCARD', p .. ':line')
          end

          local function planRate(p, s, wanted)
            local tat = rate(p, s)
            prune(p)
            local out = redis.call('ZCARD', p .. ':alive')
            local function turnOf(n)
              return math.max(now, tat + (out + n - 1) * s.interval - (s.burst - 1) * s.interval)
            end
            local granted = 0
            while granted < wanted and turnOf(granted + 1) <= now + AHEAD do
              granted = granted + 1
              redis.call('ZADD', p .. ':alive', num(turnOf(granted) + GRACE), visit .. ':' .. granted)
            end
            keep(p, s.burst * s.interval)
            return granted, turnOf(granted + 1) - now, s.interval, 1, out + granted
          end

          local answer = {}
          for i, p in ipairs(KEYS) do
            local s, wanted = spec(i, 3), tonumber(ARGV[2 + #KEYS * 5 + i])
            local plan = s.kind == 'egress' and planEgress or planRate
            for _, n in ipairs({plan(p, s, wanted)}) do table.insert(answer, math.ceil(n)) end
          end
          return answer
          """;

  /**
   * Takes all passages of one call, or none. Arguments: tenant, the call's timeout; of each passage
   * kind, interval, burst, seed, timeout; then the token for each passage. Answers: 0 when it is
   * in, 1 when it has to wait, 2 when the age of the last call is needed; how long to wait; for
   * which passage; how many calls go before it there, and how many tenants wait.
   */
  static final String ENTER =
      COMMON
          + """
          local tenant, timeout = ARGV[1], tonumber(ARGV[2])
          local wait, which, before, opened = 0, 0, 0, {}
          local function tokenOf(i) return ARGV[2 + #KEYS * 5 + i] end

          local function atEgress(p, s, token)
            local e = egress(p, s)
            if not e then return nil end
            prune(p)
            if not redis.call('ZSCORE', p .. ':line', token) then
              local mine = tag(nextTag(p, e, tenant))
              redis.call('ZADD', p .. ':line', mine, token)
              redis.call('ZADD', p .. ':last', mine, tenant)
            end
            local ahead, step, here = redis.call('ZRANK', p .. ':line', token), s.interval + e.took, 0
            if e.call or e.free > now then
              here = math.max(1, ready(e, s) - now) + ahead * step
            elseif ahead > 0 then
              -- those before it are expected any moment
              here = math.min(ahead * step, AHEAD)
            end
            return {s = s, e = e, here = here, ahead = ahead}
          end

          local function atRate(p, s, token)
            local tat = rate(p, s)
            if not tat then return nil end
            local at, ahead = tat - (s.burst - 1) * s.interval, redis.call('ZRANK', p .. ':alive', token) or 0
            local here = at > now and at - now + ahead * s.interval or 0
            return {s = s, tat = tat, here = here, ahead = ahead}
          end

          for i, p in ipairs(KEYS) do
            local s = spec(i, 3)
            local at = s.kind == 'egress' and atEgress or atRate
            opened[i] = at(p, s, tokenOf(i))
            if not opened[i] then return {2, 0, i, 0, 0} end
            if opened[i].here > wait then wait, which, before = opened[i].here, i, opened[i].ahead end
          end

          for i, p in ipairs(KEYS) do
            local o, token = opened[i], tokenOf(i)
            if wait == 0 then
              if o.e then
                local mine = tonumber(redis.call('ZSCORE', p .. ':line', token))
                redis.call('HSET', p, 'call', token, 'began', num(now), 'until', num(now + timeout + PATIENCE),
                  'turn', tag(math.max(o.e.turn, mine)))
              else
                redis.call('HSET', p, 'tat', num(o.tat + o.s.interval))
              end
              redis.call('ZREM', p .. ':line', token)
              redis.call('ZREM', p .. ':alive', token)
            elseif o.e and o.here == 0 then
              -- it waits for something else: those behind it go first
              redis.call('ZREM', p .. ':line', token)
              redis.call('ZREM', p .. ':alive', token)
              redis.call('ZINCRBY', p .. ':last', -1, tenant)
            else
              redis.call('ZADD', p .. ':alive', num(now + wait + GRACE), token)
            end
            keep(p, o.s.interval * o.s.burst)
          end
          if wait == 0 then return {0, 0, 0, 0, 0} end
          return {1, math.ceil(wait), which, before, redis.call('ZCARD', KEYS[which] .. ':wait')}
          """;

  /** A call is over: the rest begins. Arguments: token, interval. */
  static final String LEAVE =
      COMMON
          + """
          local p, token, interval = KEYS[1], ARGV[1], tonumber(ARGV[2])
          local h = redis.call('HMGET', p, 'free', 'call', 'began', 'took')
          -- what is not known needs no end: whoever comes next waits for longer than that
          if not h[1] then return {0} end
          redis.call('HSET', p, 'free', num(math.max(tonumber(h[1]), now + interval)))
          if h[2] == token then
            local took, before = now - tonumber(h[3]), tonumber(h[4] or 0)
            if before > 0 then took = before * 0.7 + took * 0.3 end
            redis.call('HDEL', p, 'call')
            redis.call('HSET', p, 'took', num(math.max(0, took)))
          end
          keep(p, interval)
          return {1}
          """;

  /** Gives permits back that nobody will use. Arguments: tenant, tokens. */
  static final String GIVE_BACK =
      """
      local p, tenant, gone = KEYS[1], ARGV[1], 0
      for i = 2, #ARGV do
        redis.call('ZREM', p .. ':alive', ARGV[i])
        gone = gone + redis.call('ZREM', p .. ':line', ARGV[i])
      end
      if gone > 0 and redis.call('ZSCORE', p .. ':last', tenant) then
        redis.call('ZINCRBY', p .. ':last', -gone, tenant)
      end
      return {gone}
      """;

  /**
   * How it stands, for people; changes nothing. Arguments: of each passage kind, interval, burst,
   * seed, timeout. Answers of each passage: whether anything is known, wait until a call may begin,
   * tenants that wait, calls that are in line.
   */
  static final String LOOK =
      """
      local t = redis.call('TIME')
      local now = t[1] * 1000000 + t[2]
      local answer = {}
      for i, p in ipairs(KEYS) do
        local a = (i - 1) * 5
        local interval, burst = tonumber(ARGV[a + 2]), tonumber(ARGV[a + 3])
        local h = redis.call('HMGET', p, 'free', 'call', 'until', 'tat')
        local at = tonumber(h[1] or now)
        if h[2] then at = math.max(at, math.min(tonumber(h[3]), now) + interval) end
        if h[4] then at = tonumber(h[4]) - (burst - 1) * interval end
        for _, n in ipairs({(h[1] or h[4]) and 1 or 0, math.ceil(math.max(0, at - now)),
                            redis.call('ZCARD', p .. ':wait'), redis.call('ZCARD', p .. ':alive')}) do
          table.insert(answer, n)
        end
      end
      return answer
      """;

  private PacingScripts() {}
}
