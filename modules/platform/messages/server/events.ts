/**
 * What happens, told to a member's browser as it happens: server-sent events. An event says what to read again and
 * carries nothing itself, so none is kept: a browser that comes back after a break is told `missed` and reads again.
 * A stream ends with its session, with its access token (the browser then comes with the next one), when its receiver is
 * too slow, and when the server is ending.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import { refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import { identityServer } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { bearerToken } from '#server/http/routes.ts'
import type { Outside } from '#server/outside.ts'
import type { RealtimeEvent } from '#server/realtime/publish.ts'
import { eventsPath } from '../contract/notifications.ts'

export interface EventStreamSettings {
  /** Something is said so often, so that proxies and browsers see that the stream lives. */
  readonly heartbeatMs: number
  /** Every so many heartbeats the session is looked at again. */
  readonly heartbeatsPerCheck: number
  /** One more ends the member's oldest: each browser holds one. */
  readonly streamsPerMemberMax: number
  /** When events were lost, all streams of the process are told over this time: each browser then reads everything. */
  readonly spreadMs: number
}

const usualSettings: EventStreamSettings = {
  heartbeatMs: 20_000,
  heartbeatsPerCheck: 3,
  streamsPerMemberMax: 12,
  spreadMs: 5000,
}

/** What a receiver has not taken yet; more, and the stream ends: reading again is cheaper than catching up. */
const waitingBytesMax = 64 * 1024
const reconnectAfterMs = 2000

/** Tells this process's streams apart from those of others, and of its earlier life. */
const processNumber = Date.now().toString(36)

interface EventStream {
  end(): void
}

interface Opened {
  readonly body: Readable
  readonly stream: EventStream
}

interface Wish {
  readonly caller: Caller
  readonly outside: Outside
  readonly settings: EventStreamSettings
  /** The browser had a stream before and may have missed what happened since. */
  readonly isReturning: boolean
  /** Whether the session still stands. */
  readonly check: () => Promise<boolean>
  readonly onEnd: () => void
}

let eventCount = 0

function eventText(name: string, data: Readonly<Record<string, unknown>>): string {
  eventCount += 1
  return `id: ${processNumber}-${eventCount}\nevent: ${name.replace(/[\r\n]/g, ' ')}\ndata: ${JSON.stringify(data)}\n\n`
}

function openStream({ caller, outside, settings, isReturning, check, onEnd }: Wish): Opened {
  const body = new Readable({ read() {} })
  let heartbeats = 0
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
  const timer = setInterval(() => {
    say(': \n\n')
    heartbeats += 1
    if (heartbeats % settings.heartbeatsPerCheck !== 0) return
    check().then(
      (stands) => {
        if (!stands) end()
      },
      () => end(),
    )
  }, settings.heartbeatMs)
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
  return { body, stream: { end } }
}

/** Adds the stream of events to the server. */
export function addEventStreams(
  app: FastifyInstance,
  outside: Outside,
  db: Connection,
  settings: EventStreamSettings = usualSettings,
): void {
  const open = new Map<string, Set<EventStream>>()

  const findCaller = async (token: string | undefined): Promise<Caller> => {
    const caller = token && (await identityServer.authenticate?.(db, token, outside.clock.now()))
    if (!caller) throw refuse(SIGN_IN_NEEDED)
    return caller
  }
  const keep = (memberId: string, stream: EventStream) => {
    const own = open.get(memberId) ?? new Set()
    open.set(memberId, own.add(stream))
    const [oldest] = own
    if (own.size > settings.streamsPerMemberMax) oldest?.end()
  }
  const forget = (memberId: string, stream: EventStream | undefined) => {
    const own = open.get(memberId)
    if (stream) own?.delete(stream)
    if (own?.size === 0) open.delete(memberId)
  }

  app.route({
    method: 'GET',
    url: eventsPath,
    exposeHeadRoute: false,
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const token = bearerToken(request)
      const caller = await findCaller(token)
      const opened: Opened = openStream({
        caller,
        outside,
        settings,
        isReturning: request.headers['last-event-id'] !== undefined,
        check: async () => (await findCaller(token)).memberId === caller.memberId,
        onEnd: () => forget(caller.memberId, opened?.stream),
      })
      keep(caller.memberId, opened.stream)
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          // nginx would collect the events otherwise.
          'x-accel-buffering': 'no',
        })
        .send(opened.body)
    },
  })
  // Before the server waits for open requests: these would never end by themselves.
  app.addHook('preClose', async () => {
    for (const streams of [...open.values()]) for (const stream of [...streams]) stream.end()
  })
}
