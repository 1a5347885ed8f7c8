import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '#server/db/connection.ts'
import { testPlatform } from '#test/harness.ts'
import { linkDatabase } from '#test/outage/database-link.ts'
import { type RealtimeHub, startRealtime } from './hub.ts'
import { publish, type RealtimeEvent } from './publish.ts'

const platform = testPlatform()
let hub: RealtimeHub
const errors: string[] = []

beforeAll(() => {
  hub = startRealtime(platform.databaseUrl, (message) => errors.push(message))
})
afterAll(() => hub.stop())

/** Records the events of a topic; `until` waits for a number of events. */
function listen(topic: string) {
  const heard: (RealtimeEvent | 'missed')[] = []
  const stop = hub.subscribe(topic, (event) => heard.push(event))
  const until = async (count: number) => {
    while (heard.length < count) await wait(5)
    return heard
  }
  return { heard, stop, until }
}

const event = (topic: string, at: number): RealtimeEvent => ({ topic, name: 'task', data: { at } })

/** An event that a listener of another topic has heard has passed everybody. */
async function passed(): Promise<void> {
  const probe = listen('probe')
  while (probe.heard.length === 0) {
    await publish(platform.db, event('probe', 0))
    await wait(10)
  }
  probe.stop()
}

describe('events between processes', () => {
  it('arrive when the transaction commits, in order, for their topic alone', async () => {
    await passed()
    const mine = listen('member:a')
    const other = listen('member:b')
    await platform.root.transaction().execute(async (transaction) => {
      const db = transaction as unknown as Connection
      await publish(db, event('member:a', 1), event('member:a', 2))
      await publish(db, event('member:a', 3))
      expect(mine.heard).toEqual([])
    })
    expect(await mine.until(3)).toEqual([1, 2, 3].map((at) => event('member:a', at)))
    expect(other.heard).toEqual([])
    mine.stop()
    other.stop()
  })

  it('are not sent for a rolled-back transaction', async () => {
    const mine = listen('member:a')
    const failing = platform.root.transaction().execute(async (transaction) => {
      await publish(transaction as unknown as Connection, event('member:a', 1))
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await passed()
    expect(mine.heard).toEqual([])
    mine.stop()
  })

  it('send missed to every listener after a lost connection', async () => {
    await passed()
    const mine = listen('member:a')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'shuyuan-realtime'`.execute(platform.root)
    expect(await mine.until(1)).toEqual(['missed'])
    expect(errors).not.toEqual([])
    await publish(platform.db, event('member:a', 4))
    expect(await mine.until(2)).toEqual(['missed', event('member:a', 4)])
    mine.stop()
  })

  it('go on where an attempt to connect that was given up fails later', async () => {
    const link = await linkDatabase(platform.databaseUrl)
    const problems: string[] = []
    let away: (error: Error) => void = () => {}
    link.freeze()
    const second = startRealtime(link.url, (message) => problems.push(message), {
      onAway: (listener) => (away = listener),
    })
    await link.taken()
    away(new Error('away'))
    const breakFirst = link.freezeOpen()
    let arrived = 0
    second.subscribe('member:second', () => (arrived += 1))
    const publishUntilHeard = async () => {
      const before = arrived
      while (arrived === before) {
        await publish(platform.db, event('member:second', 1))
        await wait(10)
      }
    }
    await publishUntilHeard()
    // The attempt fails when its time limit of five seconds has passed.
    const until = Date.now() + 6500
    while (Date.now() < until) await publishUntilHeard()
    breakFirst()
    expect(problems).toEqual(['the connection for events was lost'])
    await second.stop()
    await link.stop()
  })

  it('are refused if they exceed the limit of PostgreSQL', async () => {
    const large = { topic: 'member:a', name: 'task', data: { text: '学'.repeat(2600) } }
    await expect(publish(platform.db, large)).rejects.toThrow(/an event of \d+ bytes/)
  })
})
