/**
 * Small programs that Redis runs as one step each, by its own clock. Those of a rate take the keys of its marks (when each
 * request was let in), of their tokens, and of its pause.
 */
const NOW = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)`;

/** Span, requests, tokens (-1: no limit), tokens wanted, id. Gives 0 and counts the request, or the milliseconds to wait. */
export const ADMIT = `${NOW}
local span, requests, most, wanted, id = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local wait = tonumber(redis.call('GET', KEYS[3]) or '0') - now
if wait > 0 then return math.ceil(wait) end
if requests < 0 and most < 0 then return 0 end
for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - span)) do
  redis.call('ZREM', KEYS[1], old)
  redis.call('HDEL', KEYS[2], old)
end
local marks = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
local count = #marks / 2
wait = 0
if requests >= 0 and count >= requests then
  wait = marks[(count - requests) * 2 + 2] + span - now
end
if most >= 0 and count > 0 then
  local sum = wanted
  for _, tokens in ipairs(redis.call('HVALS', KEYS[2])) do sum = sum + tokens end
  local i = 1
  while sum > most and i <= count do
    sum = sum - (redis.call('HGET', KEYS[2], marks[i * 2 - 1]) or 0)
    wait = math.max(wait, marks[i * 2] + span - now)
    i = i + 1
  end
end
if wait > 0 then return math.ceil(wait) end
redis.call('ZADD', KEYS[1], now, id)
redis.call('HSET', KEYS[2], id, wanted)
redis.call('PEXPIRE', KEYS[1], span * 2)
redis.call('PEXPIRE', KEYS[2], span * 2)
return 0`;

/** Id. The server counts a request when it arrives, which is after it was sent and before it is answered. */
export const ARRIVE = `${NOW}
local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if at then redis.call('ZADD', KEYS[1], 'XX', math.min(now, at + 1000), ARGV[1]) end
return 0`;

/** Id, and the tokens that it took after all. */
export const SETTLE = `
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end
return 0`;

/** Milliseconds for which nobody is let in. */
export const HOLD_OFF = `${NOW}
local till = now + ARGV[1]
if till > tonumber(redis.call('GET', KEYS[3]) or '0') then
  redis.call('SET', KEYS[3], till, 'PX', math.max(1, ARGV[1]))
end
return 0`;

/**
 * Those of a budget take the keys of what was spent, of when each reservation ends, and of its amounts. Here: limits in
 * dollars and tokens (-1: none), what is known to be spent at least, the estimate, id, milliseconds that it holds. Gives
 * `now`, `later` or `never`, with what is spent. Whoever dies with a reservation has spent it.
 */
export const RESERVE = `${NOW}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  local usd, tokens = string.match(redis.call('HGET', KEYS[3], id) or '0 0', '(%S+) (%S+)')
  redis.call('HINCRBYFLOAT', KEYS[1], 'usd', usd)
  redis.call('HINCRBYFLOAT', KEYS[1], 'tokens', tokens)
  redis.call('ZREM', KEYS[2], id)
  redis.call('HDEL', KEYS[3], id)
end
local answer, total = 'now', {}
for i, name in ipairs({'usd', 'tokens'}) do
  local most, least, more = tonumber(ARGV[i]), tonumber(ARGV[i + 2]), tonumber(ARGV[i + 4])
  local spent = math.max(tonumber(redis.call('HGET', KEYS[1], name) or '0'), least)
  redis.call('HSET', KEYS[1], name, tostring(spent))
  total[i] = tostring(spent)
  if most >= 0 then
    local held = 0
    for _, amounts in ipairs(redis.call('HVALS', KEYS[3])) do
      local usd, tokens = string.match(amounts, '(%S+) (%S+)')
      held = held + (i == 1 and usd or tokens)
    end
    if spent + more > most then answer = 'never'
    elseif spent + held + more > most and answer == 'now' then answer = 'later' end
  end
end
if answer == 'now' then
  redis.call('ZADD', KEYS[2], now + ARGV[8], ARGV[7])
  redis.call('HSET', KEYS[3], ARGV[7], ARGV[5] .. ' ' .. ARGV[6])
end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, 2592000) end
return {answer, total[1], total[2]}`;

/** Id, milliseconds that it goes on to hold. */
export const RENEW = `${NOW}
redis.call('ZADD', KEYS[2], 'XX', now + ARGV[2], ARGV[1])
return 0`;

/** Id, dollars and tokens that it took. */
export const CHARGE = `
if redis.call('ZREM', KEYS[2], ARGV[1]) == 1 then
  redis.call('HDEL', KEYS[3], ARGV[1])
  redis.call('HINCRBYFLOAT', KEYS[1], 'usd', ARGV[2])
  redis.call('HINCRBYFLOAT', KEYS[1], 'tokens', ARGV[3])
end
return 0`;
