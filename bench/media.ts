/**
 * What it costs the embedded engine to carry a speaker to many viewers: processor time a forwarded packet, next to a bare
 * UDP forwarder of the same packets, plain and encrypted, in the same run; the time from a viewer's request to the first
 * packet; memory a viewer; and the feed as bytes for players. The viewers decode nothing. Needs no database.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Link } from '#modules/live/engines/server/embedded/link.ts'
import type { EngineReady, EngineSettings } from '#modules/live/engines/server/embedded/protocol.ts'
import { PublisherBot } from '#test/media/bot.ts'
import type { ToWorker } from './media-worker.ts'

const engineProgram = join(import.meta.dirname, '../modules/live/engines/server/engine/main.ts')
const workerProgram = join(import.meta.dirname, 'media-worker.ts')
const secret = 'bench'
const roomId = 'bench'
/** 800 kbit/s at 25 pictures a second: four packets a picture. Sound: 50 packets a second. */
const pictureBytes = 3900
const packetsPerSecond = 150
const packetBytes = 700

function ask<T>(worker: ChildProcess, task: ToWorker): Promise<T> {
  worker.send(task)
  return once(worker, 'message').then(([answer]) => answer as T)
}

async function spentUs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

async function residentBytes(pid: number): Promise<number> {
  const found = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) * 1024
}

function quantile(values: readonly number[], part: number): number {
  return [...values].sort((left, right) => left - right)[Math.floor((values.length - 1) * part)] ?? 0
}

async function publish(link: Link): Promise<PublisherBot> {
  for (let attempt = 1; ; attempt += 1) {
    const { peerId, offer } = await link.request('publish', { roomId, participantId: 'host', source: 'camera' })
    const bot = new PublisherBot({ pictureBytes })
    await link.request('answer', { roomId, peerId, sdp: await bot.answer(offer) })
    try {
      await bot.start()
      return bot
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

interface Measured {
  readonly viewers: number
  readonly usPerPacket: number
  readonly corePercent: number
  readonly packets: number
  readonly joinMs: readonly number[]
  readonly memoryBytes: number
}

interface MediaResult {
  readonly lines: readonly Measured[]
  readonly plainUs: number
  readonly encryptedUs: number
  readonly players: number
  readonly playerPermille: number
  readonly muxPercent: number
}

export async function measureMedia(counts: readonly number[], seconds: number): Promise<MediaResult> {
  const recordings = await mkdtemp(join(tmpdir(), 'shuyuan-bench-'))
  const engine = spawn(process.execPath, [engineProgram], { stdio: ['pipe', 'pipe', 'inherit'] })
  const settings: EngineSettings = {
    secret,
    control: '127.0.0.1',
    bind: '127.0.0.1',
    port: 0,
    announced: null,
    loopback: false,
    recordings,
  }
  engine.stdin.write(`${JSON.stringify(settings)}\n`)
  const [line] = (await once(createInterface({ input: engine.stdout }), 'line')) as [string]
  const url = `ws://127.0.0.1:${(JSON.parse(line) as EngineReady).controlPort}`
  const pid = engine.pid ?? 0
  const link = await Link.connect({ id: 'bench', host: 'bench', url, secret }, { event: () => {}, closed: () => {} })
  const options = { companyId: 'bench', mode: 'video', publishersMax: 7, videoKbps: 1500, record: false } as const
  await link.request('open', { roomId, options })
  const publisher = await publish(link)
  const viewers = fork(workerProgram)
  const other = fork(workerProgram)
  await wait(1000)
  const usage = async (work: () => Promise<unknown>) => {
    const [startedAt, from] = [performance.now(), await spentUs(pid)]
    await work()
    return { us: (await spentUs(pid)) - from, ms: performance.now() - startedAt }
  }
  const idle = await usage(() => wait(seconds * 1000))
  const before = await residentBytes(pid)
  const lines: Measured[] = []
  let joined = 0
  for (const count of counts) {
    const joinMs = await ask<number[]>(viewers, { do: 'join', url, secret, roomId, count: count - joined })
    joined = count
    const from = await ask<number>(viewers, { do: 'count' })
    const { us, ms } = await usage(() => wait(seconds * 1000))
    const packets = (await ask<number>(viewers, { do: 'count' })) - from
    const memoryBytes = ((await residentBytes(pid)) - before) / count
    lines.push({ viewers: count, usPerPacket: us / packets, corePercent: us / ms / 10, packets, joinMs, memoryBytes })
  }
  const floor = (encrypted: boolean) =>
    ask<{ usPerPacket: number }>(other, {
      do: 'forward',
      count: counts.at(-1) ?? 1,
      bytes: packetBytes,
      perSecond: packetsPerSecond,
      encrypted,
      seconds,
    })
  viewers.disconnect()
  await wait(500)
  const plain = await floor(false)
  const encrypted = await floor(true)
  await link.request('end', { roomId })
  await link.request('open', { roomId, options })
  const second = await publish(link)
  await wait(500)
  const players = 200
  let permillePerPlayer = 0
  const muxing = await usage(async () => {
    ;({ permillePerPlayer } = await ask<{ permillePerPlayer: number }>(other, {
      do: 'stream',
      url,
      secret,
      roomId,
      count: players,
      seconds,
    }))
  })
  other.disconnect()
  publisher.close()
  second.close()
  link.close()
  engine.stdin.end()
  await once(engine, 'exit')
  await rm(recordings, { recursive: true, force: true })
  return {
    lines,
    plainUs: plain.usPerPacket,
    encryptedUs: encrypted.usPerPacket,
    players,
    playerPermille: permillePerPlayer,
    muxPercent: (muxing.us / muxing.ms - idle.us / idle.ms) / 10,
  }
}

export async function printMedia(isQuick: boolean): Promise<void> {
  const result = await measureMedia(isQuick ? [10] : [20, 60], isQuick ? 3 : 6)
  console.log('\nmedia: one speaker of 800 kbit/s through the embedded engine; viewers that decode nothing')
  for (const { viewers, usPerPacket, corePercent, packets, joinMs, memoryBytes } of result.lines)
    console.log(
      `  ${viewers} viewers: ${usPerPacket.toFixed(1)} µs a packet (${packets} packets, ${corePercent.toFixed(1)} % of a core), ` +
        `first packet after ${quantile(joinMs, 0.5).toFixed(0)} ms (p95 ${quantile(joinMs, 0.95).toFixed(0)} ms), ` +
        `${Math.round(memoryBytes / 1024)} kB a viewer`,
    )
  const last = result.lines.at(-1)
  const ratio = (floor: number) => ((last?.usPerPacket ?? 0) / floor).toFixed(2)
  console.log(`  floor, bare UDP forwarder: ${result.plainUs.toFixed(1)} µs a packet, ratio ${ratio(result.plainUs)}`)
  console.log(
    `  floor, the same with SRTP's work: ${result.encryptedUs.toFixed(1)} µs, ratio ${ratio(result.encryptedUs)}`,
  )
  console.log(
    `  as a stream: ${result.muxPercent.toFixed(1)} % of a core to make it, ` +
      `${result.playerPermille.toFixed(2)} ‰ of a core a player (${result.players} players, sending and receiving)`,
  )
}

if (process.argv[1] === import.meta.filename) {
  await printMedia(process.argv.includes('--quick'))
  process.exit(0)
}
