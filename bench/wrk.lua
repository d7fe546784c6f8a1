-- Counts the responses with a status other than the first argument, and prints the result as JSON. Writes a line to stderr at the first response.

local threads = {}

function setup (thread)
  table.insert(threads, thread)
end

function init (args)
  expected = tonumber(args[1])
  wrong = 0
end

function response (status)
  if not begun then
    begun = true
    io.stderr:write('begun\n')
  end
  if status ~= expected then wrong = wrong + 1 end
end

function done (summary)
  local wrong = 0
  for _, thread in ipairs(threads) do wrong = wrong + thread:get('wrong') end
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('\n{ "answers": %d, "wrong": %d, "broken": %d, "microseconds": %d }\n', summary.requests, wrong, broken, summary.duration))
end
