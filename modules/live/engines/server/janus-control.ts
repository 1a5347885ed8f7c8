/**
 * The connection from this process to Janus: one WebSocket, one session. The first request opens it; a timer keeps it
 * alive, and it reconnects when it breaks. A session outlives its connection for some seconds, so a reconnect claims it
 * after a short break. If the session is gone, its users start again.
 */
import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { EngineUnavailable } from './engine.ts'

export type Message = Readonly<Record<string, unknown>>

export interface Jsep {
  readonly type: 'offer' | 'answer'
  readonly sdp: string
}

export interface PluginAnswer {
  readonly data: Message
  readonly jsep?: Jsep
}

/** Janus, or its plug-in, refused the request. */
export class JanusRefused extends Error {
  readonly code: number

  constructor(code: number, reason: string) {
    super(`Janus refused: ${code} ${reason}`)
    this.name = 'JanusRefused'
    this.code = code
  }
}

export interface ControlOptions {
  readonly url: string
  readonly apiSecret: string
  /** The time limit of an answer. */
  readonly patienceMs?: number
  readonly reconnectAfterMs?: readonly number[]
  /** Events that Janus sends for handles and for the session. */
  readonly onEvent: (event: Message) => void
  /** Janus does not answer any more, or has forgotten the session; called once until `onUp`. */
  readonly onDown: () => void
  /** The connection is back after `onDown`, or has a new session because Janus had forgotten the old one. */
  readonly onUp: (up: { readonly reclaimed: boolean }) => void
}

export interface Control {
  /** A request to Janus itself, such as `info` or `detach`; answers its success. */
  request(message: Message): Promise<Message>
  /** A handle of the video-room plug-in. */
  attach(opaqueId: string): Promise<number>
  /**
   * A request to the plug-in, answered at once or by an event. The handle belongs to the own session unless another one
   * is named.
   */
  ask(handle: number, body: Message, more?: { readonly jsep?: Jsep; readonly session?: number }): Promise<PluginAnswer>
  /** The number of the session, once there is one. */
  session(): number | undefined
  stop(): void
}

const plugin = 'janus.plugin.videoroom'
const subprotocol = 'janus-protocol'
const keepAliveMs = 20_000
const noSuchSession = 458
const messageBytesMax = 1 << 20

interface Waiting {
  readonly takesAck: boolean
  readonly resolve: (message: Message) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) && typeof value.janus === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** The id that `create` and `attach` answer. */
function idOf(message: Message): number {
  const id = isMessage(message.data) ? message.data.id : undefined
  if (!Number.isSafeInteger(id)) throw new EngineUnavailable('Janus answered without an id')
  return id as number
}

function jsepOf(message: Message): Jsep | undefined {
  const { jsep } = message
  if (!isMessage(jsep) || typeof jsep.sdp !== 'string') return undefined
  return jsep.type === 'offer' || jsep.type === 'answer' ? { type: jsep.type, sdp: jsep.sdp } : undefined
}

/** The plug-in's part of a message. */
export function pluginData(message: Message): Message | undefined {
  const data = isMessage(message.plugindata) ? message.plugindata.data : undefined
  return isMessage(data) ? data : undefined
}

function refusalOf(message: Message): JanusRefused | undefined {
  const error = message.janus === 'error' ? message.error : undefined
  if (isMessage(error)) return new JanusRefused(Number(error.code), String(error.reason))
  const data = pluginData(message)
  if (data?.error_code !== undefined) return new JanusRefused(Number(data.error_code), String(data.error))
  return undefined
}

export function createControl(options: ControlOptions): Control {
  const patienceMs = options.patienceMs ?? 5000
  const waits = options.reconnectAfterMs ?? [100, 500, 1000, 2000, 5000]
  const waiting = new Map<string, Waiting>()
  let socket: WebSocket | undefined
  let connecting: Promise<WebSocket> | undefined
  let session: number | undefined
  let keepAlive: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let isDown = false
  let stopped = false

  const send = (over: WebSocket, message: Message, takesAck: boolean): Promise<Message> =>
    new Promise((resolve, reject) => {
      const transaction = randomUUID()
      const timer = setTimeout(() => {
        waiting.delete(transaction)
        reject(new EngineUnavailable(`Janus did not answer ${String(message.janus)} in time`))
      }, patienceMs)
      waiting.set(transaction, { takesAck, resolve, reject, timer })
      over.send(JSON.stringify({ ...message, transaction, apisecret: options.apiSecret }))
    })

  const receive = (over: WebSocket, text: string) => {
    const message = parse(text)
    if (!message) {
      over.terminate()
      return
    }
    const pending = typeof message.transaction === 'string' ? waiting.get(message.transaction) : undefined
    if (!pending) {
      if (message.janus === 'timeout') forgetSession()
      else if (message.janus !== 'ack') options.onEvent(message)
      return
    }
    if (message.janus === 'ack' && !pending.takesAck) return
    waiting.delete(message.transaction as string)
    clearTimeout(pending.timer)
    const refusal = refusalOf(message)
    if (refusal) pending.reject(refusal)
    else pending.resolve(message)
  }

  const tellDown = () => {
    if (isDown || stopped) return
    isDown = true
    options.onDown()
  }
  /** Janus ended the session because it was silent: the next connection makes another one. */
  const forgetSession = () => {
    session = undefined
    socket?.terminate()
  }
  const lost = (of: WebSocket) => {
    if (socket !== undefined && of !== socket) return
    const wasUp = socket !== undefined
    socket = undefined
    clearInterval(keepAlive)
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(new EngineUnavailable('the connection to Janus broke'))
    }
    waiting.clear()
    if (!wasUp) return
    if (session === undefined) tellDown()
    reconnect()
  }
  const reconnect = () => {
    if (stopped || retry) return
    retry = setTimeout(
      () => {
        retry = undefined
        if (!socket) connect().catch(reconnect)
      },
      waits[Math.min(failures, waits.length - 1)],
    )
    retry.unref()
  }

  const openSocket = (): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const opening = new WebSocket(options.url, subprotocol, {
        handshakeTimeout: patienceMs,
        perMessageDeflate: false,
        maxPayload: messageBytesMax,
      })
      opening.on('error', (error) => reject(new EngineUnavailable('Janus cannot be reached', { cause: error })))
      opening.on('open', () => resolve(opening))
      opening.on('message', (data) => receive(opening, String(data)))
      opening.on('close', () => lost(opening))
    })

  /** The previous session, if Janus still has it. */
  const claim = async (over: WebSocket): Promise<boolean> => {
    if (session === undefined) return false
    try {
      await send(over, { janus: 'claim', session_id: session }, false)
      return true
    } catch (error) {
      if (!(error instanceof JanusRefused) || error.code !== noSuchSession) throw error
      session = undefined
      return false
    }
  }

  const establish = async (): Promise<WebSocket> => {
    const wasUsed = session !== undefined || isDown
    const opened = await openSocket()
    try {
      const reclaimed = await claim(opened)
      if (!reclaimed) {
        if (wasUsed) tellDown()
        session = idOf(await send(opened, { janus: 'create' }, false))
      }
      socket = opened
      failures = 0
      keepAlive = setInterval(() => {
        if (session === undefined) return
        send(opened, { janus: 'keepalive', session_id: session }, true).catch((error: unknown) => {
          if (error instanceof JanusRefused) session = undefined
          opened.terminate()
        })
      }, keepAliveMs)
      keepAlive.unref()
      if (isDown) {
        isDown = false
        options.onUp({ reclaimed })
      }
      return opened
    } catch (error) {
      opened.terminate()
      throw error
    }
  }
  const connect = (): Promise<WebSocket> => {
    if (stopped) return Promise.reject(new EngineUnavailable('the connection to Janus was ended'))
    connecting ??= establish()
      .catch((error: unknown) => {
        failures += 1
        if (session !== undefined) tellDown()
        throw error
      })
      .finally(() => {
        connecting = undefined
      })
    return connecting
  }
  const ready = async (): Promise<WebSocket> => socket ?? (await connect())

  const ask: Control['ask'] = async (handle, body, more = {}) => {
    const over = await ready()
    const isOwn = more.session === undefined || more.session === session
    const message = {
      janus: 'message',
      session_id: more.session ?? session,
      handle_id: handle,
      body,
      ...(more.jsep ? { jsep: more.jsep } : {}),
    }
    // Events of another process' session go to that process. This process receives only the acknowledgment.
    const answer = await send(over, message, !isOwn)
    const jsep = jsepOf(answer)
    const data = pluginData(answer) ?? {}
    return jsep ? { data, jsep } : { data }
  }

  return {
    ask,
    session: () => session,
    async request(message) {
      return send(await ready(), { session_id: session, ...message }, true)
    },
    async attach(opaqueId) {
      const over = await ready()
      return idOf(await send(over, { janus: 'attach', session_id: session, plugin, opaque_id: opaqueId }, false))
    },
    stop() {
      stopped = true
      clearTimeout(retry)
      clearInterval(keepAlive)
      if (socket && session !== undefined)
        socket.send(
          JSON.stringify({
            janus: 'destroy',
            session_id: session,
            transaction: randomUUID(),
            apisecret: options.apiSecret,
          }),
        )
      socket?.close()
    },
  }
}
