/**
 * The stream of server-sent events to a member's browser. An event names what to read again and has no content, so that
 * the server stores none: a browser that reconnects receives `missed` and reads everything again. A stream ends with
 * its session, with its access token (the browser then connects with the next one), when its receiver is too slow, and
 * when the server stops.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import { identityServer, validTokens } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { bearerToken } from '#server/http/routes.ts'
import type { Outside } from '#server/outside.ts'
import { publish, type RealtimeEvent } from '#server/realtime/publish.ts'
import { eventsPath } from '../contract/notifications.ts'

export interface EventStreamSettings {
  /** The interval of heartbeats, by which proxies and browsers see that the stream is alive. */
  readonly heartbeatMs: number
  /** At this interval the process asks of all its streams, in one statement, whether their tokens are still valid. */
  readonly checkMs: number
  /** The most streams of a member in all processes, one for each browser; one more ends the oldest. */
  readonly streamsPerMemberMax: number
  /** After lost events, `missed` is spread over this time, because each browser then reads everything. */
  readonly spreadMs: number
}

export const usualSettings: EventStreamSettings = {
  heartbeatMs: 20_000,
  checkMs: 15_000,
  streamsPerMemberMax: 12,
  spreadMs: 5000,
}

/** The limit of unsent bytes. Beyond it the stream ends, because reading again is cheaper than catching up. */
const waitingBytesMax = 64 * 1024
const reconnectAfterMs = 2000

/** Identifies this run of this process in the ids of events. */
const processNumber = Date.now().toString(36)

interface EventStream {
  readonly token: string
  end(): void
}

interface Opened {
  readonly body: Readable
  readonly stream: EventStream
}

interface StreamInput {
  readonly caller: Caller
  readonly token: string
  readonly outside: Outside
  readonly settings: EventStreamSettings
  /** The browser had a stream before and may have missed events since. */
  readonly isReturning: boolean
  readonly onEnd: () => void
}

let eventCount = 0

function eventText(name: string, data: Readonly<Record<string, unknown>>): string {
  eventCount += 1
  return `id: ${processNumber}-${eventCount}\nevent: ${name.replace(/[\r\n]/g, ' ')}\ndata: ${JSON.stringify(data)}\n\n`
}

function openStream({ caller, token, outside, settings, isReturning, onEnd }: StreamInput): Opened {
  const body = new Readable({ read() {} })
  const end = () => {
    if (!body.destroyed && !body.readableEnded) body.push(null)
    release()
  }
  const say = (text: string) => {
    if (body.destroyed || body.readableEnded) return
    if (body.readableLength > waitingBytesMax) return end()
    body.push(text)
  }
  let missed: NodeJS.Timeout | undefined
  const hear = (event: RealtimeEvent | 'missed') => {
    if (event !== 'missed') return say(eventText(event.name, event.data))
    clearTimeout(missed)
    missed = setTimeout(() => say(eventText('missed', {})), Math.random() * settings.spreadMs)
  }
  const stops = [`member:${caller.memberId}`, `company:${caller.companyId}`].map((topic) =>
    outside.realtime.subscribe(topic, hear),
  )
  const timer = setInterval(() => say(': \n\n'), settings.heartbeatMs)
  let released = false
  function release() {
    if (released) return
    released = true
    clearInterval(timer)
    clearTimeout(missed)
    for (const stop of stops) stop()
    onEnd()
  }
  body.on('close', release)
  body.push(`retry: ${reconnectAfterMs}\n\n`)
  say(eventText('ready', {}))
  if (isReturning) say(eventText('missed', {}))
  return { body, stream: { token, end } }
}

interface StreamTools {
  readonly memberId: string
  readonly outside: Outside
  readonly max: number
  readonly announce: (event: RealtimeEvent) => Promise<void>
}

/**
 * The streams of a member in this process, and the ids of those that other processes have announced since the first of
 * them. Announcements arrive in one order everywhere, so each process knows which of its own streams are too old.
 */
class MemberStreams {
  private readonly own = new Map<string, EventStream>()
  /** Ids of all open streams that this process knows of, the oldest first. */
  private readonly known = new Set<string>()
  /** Own ones whose announcement has not come back yet. They are known already, or have ended since. */
  private readonly unheard = new Set<string>()
  private readonly tools: StreamTools
  private readonly topic: string
  private readonly stop: () => void
  /** One announcement after the other: what is closed was opened before for everybody. */
  private announced: Promise<void> = Promise.resolve()

  constructor(tools: StreamTools) {
    this.tools = tools
    this.topic = `event-streams:${tools.memberId}`
    this.stop = tools.outside.realtime.subscribe(this.topic, (event) => {
      if (event === 'missed') return
      const id = String(event.data.id)
      if (event.name === 'opened') this.hear(id)
      if (event.name === 'closed') this.known.delete(id)
    })
  }

  get size(): number {
    return this.own.size
  }

  add(id: string, stream: EventStream): void {
    this.own.set(id, stream)
    this.note(id)
    this.unheard.add(id)
    this.say('opened', id)
  }

  remove(id: string): void {
    this.own.delete(id)
    this.known.delete(id)
    this.say('closed', id)
    if (this.own.size === 0) this.stop()
  }

  all(): EventStream[] {
    return [...this.own.values()]
  }

  private say(name: 'opened' | 'closed', id: string): void {
    this.announced = this.announced.then(() => this.tools.announce({ topic: this.topic, name, data: { id } }))
  }

  /** One's own takes its place among those of others: two processes that order them differently would each end another one. */
  private hear(id: string): void {
    if (!this.unheard.delete(id)) this.note(id)
    else if (this.known.delete(id)) this.known.add(id)
  }

  private note(id: string): void {
    this.known.add(id)
    const [oldest] = this.known
    if (this.known.size <= this.tools.max || oldest === undefined) return
    this.known.delete(oldest)
    this.own.get(oldest)?.end()
  }
}

/** Adds the stream of events to the server. */
export function addEventStreams(
  app: FastifyInstance,
  outside: Outside,
  db: Connection,
  settings: EventStreamSettings = usualSettings,
): void {
  const open = new Map<string, MemberStreams>()

  const findCaller = async (token: string): Promise<Caller> => {
    const caller = await identityServer.authenticate?.(db, token, outside.clock.now())
    if (!caller) throw refuse(SIGN_IN_NEEDED)
    return caller
  }
  const check = async () => {
    const streams = [...open.values()].flatMap((own) => own.all())
    if (streams.length === 0) return
    const tokens = [...new Set(streams.map(({ token }) => token))]
    // Streams that cannot be checked end: their browsers come back with the next token.
    const valid = await validTokens(db, tokens, outside.clock.now()).catch(() => new Set<string>())
    for (const stream of streams) if (!valid.has(stream.token)) stream.end()
  }
  const checks = setInterval(() => void check(), settings.checkMs)
  checks.unref()
  const announce = (event: RealtimeEvent) =>
    publish(db, event).catch((error: unknown) =>
      app.log.warn({ err: error }, 'a stream of events was not announced to the other processes'),
    )
  const keep = (memberId: string, id: string, stream: EventStream) => {
    const own =
      open.get(memberId) ?? new MemberStreams({ memberId, outside, max: settings.streamsPerMemberMax, announce })
    open.set(memberId, own)
    own.add(id, stream)
  }
  const forget = (memberId: string, id: string) => {
    const own = open.get(memberId)
    if (!own) return
    own.remove(id)
    if (own.size === 0) open.delete(memberId)
  }

  app.route({
    method: 'GET',
    url: eventsPath,
    exposeHeadRoute: false,
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const token = bearerToken(request)
      if (token === undefined) throw refuse(SIGN_IN_NEEDED)
      const caller = await findCaller(token)
      const id = uuid()
      const opened: Opened = openStream({
        ...{ caller, token, outside, settings },
        isReturning: request.headers['last-event-id'] !== undefined,
        onEnd: () => forget(caller.memberId, id),
      })
      keep(caller.memberId, id, opened.stream)
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          // Without it nginx would buffer the events.
          'x-accel-buffering': 'no',
        })
        .send(opened.body)
    },
  })
  // Streams never end by themselves, so they are closed before the server waits for open requests.
  app.addHook('preClose', async () => {
    clearInterval(checks)
    for (const streams of [...open.values()]) for (const stream of streams.all()) stream.end()
  })
}
