/** The connection of one server process to a node of the embedded engine. */
import WebSocket from 'ws'
import { EngineRefused, EngineUnavailable, StageFull } from '../engine.ts'
import type { Node } from './nodes.ts'
import { type Answers, type FromEngine, type Op, type Request, streamHeaderBytes } from './protocol.ts'

const connectMs = 3000
const answerMs = 10_000
/** The engine pings. A connection that receives nothing for this long is dead. */
const silenceMs = 8000
const lastChanceMs = 1000

/** The engine does not know the room, because it has restarted. */
export class NoRoom extends Error {}

type Listener = {
  readonly event: (event: Extract<FromEngine, { event: unknown }>['event']) => void
  readonly closed: () => void
}

type RequestOf<O extends Op> = Omit<Extract<Request, { op: O }>, 'n' | 'op'>

export class Link {
  readonly node: Node
  private readonly socket: WebSocket
  private readonly listener: Listener
  private readonly waiting = new Map<number, { answer: (message: FromEngine) => void; fail: (error: Error) => void }>()
  private readonly streams = new Map<number, (bytes: Buffer) => void>()
  private silence: NodeJS.Timeout | undefined
  private count = 0
  isOpen = true

  private constructor(node: Node, socket: WebSocket, listener: Listener) {
    this.node = node
    this.socket = socket
    this.listener = listener
    socket.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary))
    socket.on('ping', () => this.restartSilenceTimer())
    socket.on('close', () => this.lost())
    this.restartSilenceTimer()
  }

  /** Rejects with the socket's own error if nothing listens there (`ECONNREFUSED`) or the secret is wrong. */
  static connect(node: Node, listener: Listener): Promise<Link> {
    const socket = new WebSocket(node.url, {
      headers: { authorization: `Bearer ${node.secret}` },
      handshakeTimeout: connectMs,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(new Link(node, socket, listener)))
      socket.once('close', () => reject(new EngineUnavailable('the engine closed the connection')))
      socket.on('error', reject)
    })
  }

  async request<O extends Op>(op: O, request: RequestOf<O>): Promise<Answers[O]> {
    if (!this.isOpen) throw new EngineUnavailable('the connection to the engine is lost')
    this.count += 1
    const n = this.count
    const message = await new Promise<FromEngine>((answer, fail) => {
      const timer = setTimeout(() => fail(new EngineUnavailable(`the engine did not answer ${op}`)), answerMs)
      const done = () => {
        clearTimeout(timer)
        this.waiting.delete(n)
      }
      this.waiting.set(n, {
        answer: (given) => {
          done()
          answer(given)
        },
        fail: (error) => {
          done()
          fail(error)
        },
      })
      this.socket.send(JSON.stringify({ ...request, op, n }))
    }).finally(() => this.waiting.delete(n))
    if ('fault' in message) {
      if (message.fault.name === 'no-room') throw new NoRoom()
      if (message.fault.name === 'stage-full') throw new StageFull()
      if (message.fault.name === 'refused') throw new EngineRefused(message.fault.reason)
      throw new EngineUnavailable(message.fault.message)
    }
    return ('ok' in message ? message.ok : null) as Answers[O]
  }

  /** Answers the number of the stream, which a `stream` request then names. */
  expectStream(take: (bytes: Buffer) => void): number {
    this.count += 1
    this.streams.set(this.count, take)
    return this.count
  }

  forgetStream(stream: number): void {
    this.streams.delete(stream)
  }

  close(): void {
    this.lost()
    this.socket.terminate()
  }

  private restartSilenceTimer(): void {
    clearTimeout(this.silence)
    this.silence = setTimeout(() => {
      // Perhaps this process was too busy to listen: it first reads what has arrived meanwhile.
      this.silence = setTimeout(() => this.close(), lastChanceMs)
      this.silence.unref()
    }, silenceMs)
    this.silence.unref()
  }

  private receive(data: Buffer, isBinary: boolean): void {
    this.restartSilenceTimer()
    if (isBinary) {
      this.streams.get(data.readUInt32BE(0))?.(data.subarray(streamHeaderBytes))
      return
    }
    const message = JSON.parse(data.toString()) as FromEngine
    if ('event' in message) this.listener.event(message.event)
    else this.waiting.get(message.n)?.answer(message)
  }

  private lost(): void {
    if (!this.isOpen) return
    this.isOpen = false
    clearTimeout(this.silence)
    const error = new EngineUnavailable('the connection to the engine was lost')
    for (const { fail } of [...this.waiting.values()]) fail(error)
    this.streams.clear()
    this.listener.closed()
  }
}
