/**
 * A room of 5,000 viewers on one server process: open sockets, memory a viewer, messages delivered, and how late they
 * come; the database cost of a heartbeat. Floor: a bare `ws` server that hands every message to every socket, in the
 * same run, with the same receivers and the same messages, and keeps nothing.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import WebSocket from 'ws'
import { migrate } from '#server/db/migrate.ts'
import { startBenchDatabase } from './database.ts'

const root = join(import.meta.dirname, '..')
const productPort = 8162
const floorPort = 8163
/**
 * Each says one thing a second, as often as the room lets anybody. 5,000 receivers in one process follow no more than a
 * few messages a second: with more it is they who are measured.
 */
const speakersOf = (viewers: number) => (viewers > 1000 ? 4 : 20)
const atOnce = 50

interface Address {
  readonly url: string
  /** What a speaker sends, and where in what everybody receives the text stands. */
  say(n: number, text: string): string
}

export interface RoomResult {
  readonly sockets: number
  readonly memoryKb: number
  readonly deliveredPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the server process for a message handed to one receiver. */
  readonly cpuMicroseconds: number
}

async function usage(child: ChildProcess): Promise<{ cpuMs: number; memoryKb: number }> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const text = await readFile(`/proc/${child.pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * 10,
    memoryKb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0),
  }
}

const rank = (values: readonly number[], part: number) =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length * part)] ?? 0

/** Holds the sockets, speaks for some seconds, and looks at every arrival. */
async function measure(child: ChildProcess, addresses: readonly Address[], seconds: number): Promise<RoomResult> {
  const before = await usage(child)
  const delays: number[] = []
  const speakers = speakersOf(addresses.length)
  const sentAt = new Map<string, number>()
  const sockets: WebSocket[] = []
  const mark = /bench-(\d+)-/g
  for (let from = 0; from < addresses.length; from += atOnce) {
    const opened = addresses.slice(from, from + atOnce).map(async ({ url }) => {
      const socket = new WebSocket(url, { perMessageDeflate: false })
      socket.on('message', (data: Buffer) => {
        const now = performance.now()
        for (const [, number = ''] of data.toString('latin1').matchAll(mark)) {
          const at = sentAt.get(number)
          if (at !== undefined) delays.push(now - at)
        }
      })
      await once(socket, 'open')
      sockets.push(socket)
    })
    await Promise.all(opened)
  }
  // What the newcomers receive has gone out.
  await wait(3000)
  const loaded = await usage(child)
  let count = 0
  const beganAt = performance.now()
  for (let second = 0; second < seconds; second++) {
    for (let speaker = 0; speaker < speakers; speaker++) {
      count += 1
      sentAt.set(String(count), performance.now())
      sockets[speaker]?.send(addresses[speaker]?.say(count, `bench-${count}-`) ?? '')
      await wait(1000 / speakers)
    }
  }
  await wait(1500)
  const elapsedMs = performance.now() - beganAt - 1500
  const after = await usage(child)
  for (const socket of sockets) socket.terminate()
  return {
    sockets: sockets.length,
    memoryKb: (loaded.memoryKb - before.memoryKb) / sockets.length,
    deliveredPerSecond: delays.length / (elapsedMs / 1000),
    p50Ms: rank(delays, 0.5),
    p99Ms: rank(delays, 0.99),
    cpuMicroseconds: ((after.cpuMs - loaded.cpuMs) * 1000) / delays.length,
  }
}

function started(program: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(join(root, program), { env: { ...process.env, ...env }, cwd: root })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
    child.once('message', () => resolve(child))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** A room that runs, its viewers, and a ticket for each. */
async function buildRoom(client: pg.Client, viewers: number): Promise<Address[]> {
  const [companyId, roomId] = [uuid(), uuid()]
  const now = Date.now()
  await client.query(
    `insert into rooms.room (id, company_id, kind, title, mode, state, planned_end_at, settings, started_at, created_at)
     values ($1, $2, 'live', 'bench', 'interactive', 'running', $3, '{}', $4, $4)`,
    [roomId, companyId, now + 86_400_000, now],
  )
  const people = Array.from({ length: viewers }, () => ({ id: uuid(), ticket: randomBytes(32).toString('base64url') }))
  await client.query(
    `insert into rooms.participant (id, company_id, room_id, name, role, joined_at, created_at)
     select id, $2, $3, 'viewer', 'viewer', $4, $4 from unnest($1::uuid[]) id`,
    [people.map(({ id }) => id), companyId, roomId, now],
  )
  await client.query(
    `insert into rooms.ticket (hash, company_id, room_id, participant_id, purpose, device, expires_at)
     select hash, $3, $4, id, 'socket', 'bench', $5 from unnest($1::bytea[], $2::uuid[]) as t(hash, id)`,
    [
      people.map(({ ticket }) => createHash('sha256').update(ticket).digest()),
      people.map(({ id }) => id),
      ...[companyId, roomId, now + 3_600_000],
    ],
  )
  return people.map(({ ticket }) => ({
    url: `ws://127.0.0.1:${productPort}/api/v1/rooms/${roomId}/socket?ticket=${ticket}`,
    say: (n, text) => JSON.stringify({ n, op: 'chat.send', text }),
  }))
}

/** A heartbeat as it is, and as one row a connection would make it. */
async function measureHeartbeats(client: pg.Client, rounds: number): Promise<{ heartbeatMs: number; rowsMs: number }> {
  const timed = async (statement: string) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const at = performance.now()
      await client.query(statement)
      times.push(performance.now() - at)
    }
    return rank(times, 0.5)
  }
  await client.query('create temporary table row_a_connection as select id, began_at as at from rooms.presence')
  await client.query('create unique index on row_a_connection (id)')
  return {
    heartbeatMs: await timed('update rooms.beat set at = greatest(at, at + 1)'),
    rowsMs: await timed('update row_a_connection set at = at + 1'),
  }
}

export async function printRooms(quick: boolean): Promise<void> {
  const viewers = quick ? 500 : 5000
  const seconds = quick ? 5 : 15
  const database = await startBenchDatabase()
  const children: ChildProcess[] = []
  const client = new pg.Client({ connectionString: database.url })
  try {
    await migrate(database.url)
    await client.connect()
    const floor = await started('bench/rooms-floor.ts', { PORT: String(floorPort) })
    children.push(floor)
    const plain: Address = { url: `ws://127.0.0.1:${floorPort}`, say: (_, text) => text }
    const bare = await measure(floor, new Array<Address>(viewers).fill(plain), seconds)
    await stop(floor)
    children.pop()
    const product = await started('server/main.ts', {
      ...{ DATABASE_URL: database.url, PORT: String(productPort), HOST: '127.0.0.1', LOG_LEVEL: 'error' },
      ...{ NODE_ENV: 'production', FFMPEG_PATH: 'off', SOFFICE_PATH: 'off', LIVE_BIND: '127.0.0.1' },
    })
    children.push(product)
    const room = await measure(product, await buildRoom(client, viewers), seconds)
    const heartbeats = await measureHeartbeats(client, quick ? 20 : 100)
    console.log(`\nA room of ${viewers.toLocaleString('en-US')} viewers, ${speakersOf(viewers)} messages a second\n`)
    console.log('| | bare ws | room | ratio |\n| --- | --: | --: | --: |')
    const line = (name: string, of: (one: RoomResult) => number, unit = '') =>
      console.log(
        `| ${name} | ${of(bare).toFixed(1)}${unit} | ${of(room).toFixed(1)}${unit} | **${(of(room) / of(bare)).toFixed(2)}** |`,
      )
    line('open sockets', (one) => one.sockets)
    line('memory a viewer', (one) => one.memoryKb, ' kB')
    line('messages delivered a second', (one) => one.deliveredPerSecond)
    line('p50 of delivery', (one) => one.p50Ms, ' ms')
    line('p99 of delivery', (one) => one.p99Ms, ' ms')
    line('processor time a delivery', (one) => one.cpuMicroseconds, ' µs')
    console.log(
      `\nA heartbeat: ${heartbeats.heartbeatMs.toFixed(2)} ms; as a row a connection: ${heartbeats.rowsMs.toFixed(2)} ms.`,
    )
  } finally {
    for (const child of children) await stop(child)
    await client.end()
    await database.stop()
  }
}
