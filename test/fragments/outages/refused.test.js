'use strict'

const { askUntil } = require('../../support/ask-until')
const { describeFleet, failuresOf, versionsIn, wrongPages } = require('../../support/fleet')

const CALLS = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ['card', id, 'de'])

describeFleet('a fleet whose Redis refuses some commands', (kit) => {
  const { itRuns } = kit
  let fleet

  const start = async (store) => {
    fleet = await kit.start({ store })
    // All are connected.
    await Promise.all(fleet.workers.map((worker) => worker.call('box', 'de').catch(() => {})))
  }

  const hasBreaker = (state) => Promise.all(fleet.workers.map((worker) => askUntil(() => worker.stats(), ({ breaker }) => breaker === state)))

  // Each process loads each key once: it cannot share what it has loaded.
  const expectOneLoadPerProcess = async (calls) => {
    const answers = (await Promise.all(fleet.workers.map((worker) => worker.drive(calls, { ms: 3000 })))).flat()
    expect(failuresOf(answers)).toEqual([])
    expect(wrongPages(answers)).toEqual([])
    for (const [, id] of calls) {
      const loaders = fleet.loadsOf(`product:${id}`).map(({ worker }) => worker)
      expect(loaders.sort()).toEqual([0, 1, 2])
    }
    await hasBreaker('open')
  }

  const expectShared = async () => {
    await hasBreaker('closed')
    for (const worker of fleet.workers) await worker.call('card', 100, 'de')
    expect(fleet.loadsOf('product:100')).toHaveLength(1)
  }

  const REFUSALS = [
    ['writes, since it is full', ['config', 'set', 'maxmemory', '1'], ['config', 'set', 'maxmemory', '0']],
    ['writes, since it is a replica', ['replicaof', '127.0.0.1', '1'], ['replicaof', 'no', 'one']],
    ['writes, since it has too few replicas', ['config', 'set', 'min-replicas-to-write', '1'], ['config', 'set', 'min-replicas-to-write', '0']],
    ['reads of several keys', ['acl', 'setuser', 'default', '-mget'], ['acl', 'setuser', 'default', '+mget']],
    ['reads', ['acl', 'setuser', 'default', '-get', '-mget'], ['acl', 'setuser', 'default', '+get', '+mget']]
  ]
  for (const [what, refuses, returns] of REFUSALS) {
    for (const calls of [CALLS, CALLS.slice(0, 1)]) {
      itRuns(`${what}: each process loads each of ${calls.length} once, and all share again afterwards`, async () => {
        await start()
        await kit.server.cli(...refuses)
        await expectOneLoadPerProcess(calls)
        await kit.server.cli(...returns)
        await expectShared()
      })
    }
  }

  for (const [what, refuses, returns] of REFUSALS.slice(0, 3)) {
    // @keyv/redis hides errors: its `set` seems to succeed.
    itRuns(`${what}, by a Keyv: an invalidation is rejected, and reaches all afterwards`, async () => {
      await start('Keyv on Redis')
      const cards = () => Promise.all(fleet.workers.map(async (worker) => versionsIn((await worker.call('card', 7, 'de')).text).get('product:7')))
      expect(await cards()).toEqual([1, 1, 1])
      await kit.server.cli(...refuses)
      fleet.change('product:7')
      await expect(fleet.workers[0].invalidate('product:7')).rejects.toThrow('set() has changed nothing')
      expect((await cards())[0]).toBe(2)
      await kit.server.cli(...returns)
      await askUntil(cards, (versions) => versions.every((version) => version === 2))
    })
  }
})
