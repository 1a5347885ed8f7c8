/**
 * What it costs the embedded engine and the real Janus to carry a speaker to viewers: processor time a forwarded packet, in
 * turns, with the same picture and the same peers, which decode nothing. Janus runs in a network namespace and needs
 * root. `node bench/janus.ts [viewers]`; BENCH_DATABASE_URL names a PostgreSQL that is there already.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createEmbedded } from '#modules/live/engines/server/embedded/engine.ts'
import { createJanus } from '#modules/live/engines/server/janus.ts'
import type { RunningEngine } from '#modules/live/engines/server/running-engine.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { type Outside, systemClock } from '#server/outside.ts'
import { noRealtime } from '#server/realtime/hub.ts'
import { closeBots, publishBot, type Subscriber, subscribeBot, TestPicture } from '#test/janus/bot.ts'
import { startJanus, whyNot } from '#test/janus/server.ts'
import { startBenchDatabase } from './database.ts'

const viewers = Number(process.argv[2] ?? 30)
const rounds = 3
const seconds = 5
const options = { companyId: randomUUID(), mode: 'video', publishersMax: 7, videoKbps: 1000, record: false } as const

async function spentUs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

async function residentMb(pid: number): Promise<number> {
  const found = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1024
}

interface Turn {
  readonly packets: number
  readonly microseconds: number
  readonly megabytes: number
}

async function turn(engine: RunningEngine, pid: () => number, bind: string, picture: TestPicture): Promise<Turn> {
  const where = { roomId: randomUUID(), bind, picture }
  await engine.open(where.roomId, options)
  const isPublished = new Promise<void>((resolve) => {
    engine.on(where.roomId, (event) => {
      if (event.name === 'published') resolve()
    })
  })
  await (await publishBot(engine, where, randomUUID())).connected
  await isPublished
  const [feed] = (await engine.status(where.roomId)).feeds
  if (!feed) throw new Error('no feed')
  const subscribers: Subscriber[] = []
  for (let index = 0; index < viewers; index++)
    subscribers.push(await subscribeBot(engine, where, randomUUID(), [feed.id]))
  await Promise.all(subscribers.map((subscriber) => subscriber.connected))
  await wait(1000)
  const count = () => subscribers.reduce((sum, { packets }) => sum + packets.reduce((all, line) => all + line, 0), 0)
  const before = { packets: count(), spent: await spentUs(pid()) }
  await wait(seconds * 1000)
  const after = { packets: count(), spent: await spentUs(pid()) }
  const megabytes = await residentMb(pid())
  picture.sinks.clear()
  closeBots()
  await engine.end(where.roomId)
  return { packets: after.packets - before.packets, microseconds: after.spent - before.spent, megabytes }
}

const reason = whyNot()
if (reason !== undefined) throw new Error(`Janus can't be measured: ${reason}`)
const database = await startBenchDatabase()
const pool = createPool({ databaseUrl: database.url, size: 5, applicationName: 'shuyuan-bench' })
const db = createDatabase(pool)
await migrate(database.url)
const janus = await startJanus()
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', LIVE_BIND: '127.0.0.1' })
const outside = {
  config: { ...config, live: { ...config.live, janus: janus.config } },
  clock: systemClock,
  realtime: noRealtime,
}
const embedded = createEmbedded(outside as unknown as Outside, db, `bench-${process.pid}`)
const real = createJanus(outside as unknown as Outside, db)
const picture = new TestPicture()
await picture.start({ size: '640x360', kbps: 800 })
const engines = {
  embedded: { engine: embedded, pid: () => embedded.processId ?? 0, bind: '127.0.0.1' },
  janus: { engine: real, pid: () => janus.pid, bind: janus.address },
}
const turns: Record<keyof typeof engines, Turn[]> = { embedded: [], janus: [] }
try {
  for (let round = 0; round < rounds; round++)
    for (const name of ['embedded', 'janus'] as const) {
      const { engine, pid, bind } = engines[name]
      turns[name].push(await turn(engine, pid, bind, picture))
    }
  for (const [name, all] of Object.entries(turns)) {
    const packets = all.reduce((sum, one) => sum + one.packets, 0)
    const spent = all.reduce((sum, one) => sum + one.microseconds, 0)
    const each = all.map((one) => (one.microseconds / one.packets).toFixed(1)).join(', ')
    console.log(
      `${name}: ${viewers} viewers, ${Math.round(packets / rounds / seconds)} packets/s, ` +
        `${(spent / packets).toFixed(1)} µs a packet (${each}), ` +
        `${((spent / rounds / seconds / 1e6) * 100).toFixed(1)} % of a core, ${all.at(-1)?.megabytes.toFixed(0)} MB`,
    )
  }
} finally {
  picture.stop()
  await real.stop()
  await embedded.stop()
  await janus.stop()
  await pool.end()
  await database.stop()
}
process.exit(0)
