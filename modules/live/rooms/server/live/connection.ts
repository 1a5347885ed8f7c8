/** One connection of a person: it delivers events and runs requests in order. */
import { performance } from 'node:perf_hooks'
import type { WebSocket } from 'ws'
import type { Language } from '#kit/caller.ts'
import { INVALID_INPUT, Refusal, refuse, SERVER_BUSY, TOO_MANY_CALLS } from '#kit/errors.ts'
import { refusalMessage } from '#server/http/messages.ts'
import { policy, type RoomOp } from '../../contract/policy.ts'
import type { Person } from '../../contract/shapes.ts'
import { closeCodes, type RoomEvent } from '../../contract/socket.ts'
import type { ParticipantConnection } from '../ops/operation.ts'
import { operationOf, validators } from '../ops/operations.ts'
import type { Limiter } from './limits.ts'

/** The limit of unsent bytes. Beyond it the receiver reconnects for a new snapshot instead of catching up. */
const waitingBytesMax = 4_000_000
/** The queue of one connection's requests. */
const queueMax = 64

interface Request {
  readonly n: number
  readonly op: RoomOp
  readonly input: Record<string, unknown>
}

export interface ConnectionTools {
  readonly socket: WebSocket
  readonly language: Language
  readonly participantId: string
  readonly sessionId: string | null
  readonly device: string
  /** All connections of the person in this process have the same one. */
  readonly limiter: Limiter
  /** Runs a request with a valid form. */
  readonly run: (connection: Connection, op: RoomOp, input: Record<string, unknown>) => Promise<Record<string, unknown>>
  readonly logError: (message: string, error: unknown) => void
}

function requestIn(text: string): Request | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { n, op, ...input } = value as Record<string, unknown>
  if (!Number.isSafeInteger(n) || typeof op !== 'string') return undefined
  return { n: n as number, op: op as RoomOp, input }
}

export class Connection implements ParticipantConnection {
  readonly participantId: string
  readonly sessionId: string | null
  readonly device: string
  readonly peers: ParticipantConnection['peers'] = new Map()
  person: Person | undefined
  presenceId: string | undefined
  /** Measured by a monotonic clock. */
  heardAt = performance.now()
  private readonly tools: ConnectionTools
  /** Events wait until the snapshot has been sent. */
  private buffered: (string | Buffer)[] | undefined = []
  private queue: Promise<void> = Promise.resolve()
  private waiting = 0

  constructor(tools: ConnectionTools) {
    this.tools = tools
    this.participantId = tools.participantId
    this.sessionId = tools.sessionId
    this.device = tools.device
    const { socket } = tools
    socket.on('pong', () => this.noteActivity())
    socket.on('message', (data, isBinary) => {
      this.noteActivity()
      if (isBinary) this.close(closeCodes.garbage)
      else this.take(data.toString())
    })
  }

  get isStaff(): boolean {
    return this.person !== undefined && this.person.role !== 'viewer'
  }

  ping(): void {
    this.tools.socket.ping()
  }

  /** Sends prepared events: the same bytes for many connections. */
  deliver(events: string | Buffer): void {
    if (this.buffered) this.buffered.push(events)
    else this.send(events)
  }

  deliverEvents(...events: readonly RoomEvent[]): void {
    if (events.length > 0) this.deliver(JSON.stringify(events))
  }

  /** Drops the events of the time before the first events, because the first events contain them. */
  discardBuffered(): void {
    if (this.buffered) this.buffered = []
  }

  /** Sends the first events, then every event since `discardBuffered`. */
  begin(events: readonly RoomEvent[]): void {
    this.send(JSON.stringify(events))
    const buffered = this.buffered ?? []
    this.buffered = undefined
    for (const one of buffered) this.send(one)
  }

  /** Sends the last event, and closes. */
  bye(reason: 'removed' | 'left' | 'signed-out' | 'link'): void {
    this.buffered = undefined
    this.send(JSON.stringify([{ e: 'bye', reason }]))
    this.close(reason === 'signed-out' ? closeCodes.signedOut : closeCodes.removed)
  }

  close(code: number): void {
    this.tools.socket.close(code)
  }

  /** Closes without a message. */
  terminate(): void {
    this.tools.socket.terminate()
  }

  private noteActivity(): void {
    this.heardAt = performance.now()
  }

  private send(data: string | Buffer): void {
    const { socket } = this.tools
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > waitingBytesMax) {
      // It would not read a close message either.
      socket.close(closeCodes.tooSlow)
      setTimeout(() => socket.terminate(), 1000).unref()
      return
    }
    socket.send(data, { binary: false })
  }

  private take(text: string): void {
    const request = requestIn(text)
    const problem = request ? this.problemOf(request) : closeCodes.garbage
    if (typeof problem === 'number' || !request) this.close(problem as number)
    else if (problem) this.refuse(request.n, problem)
    else this.enqueue(request)
  }

  /** The refusal before the request runs; a number closes the connection. */
  private problemOf({ op, input }: Request): Refusal | number | undefined {
    if (!Object.hasOwn(policy, op)) return refuse(INVALID_INPUT, { op: String(op).slice(0, 50) })
    const verdict = this.tools.limiter.check(op, performance.now())
    if (verdict === 'flood' || this.waiting >= queueMax) return closeCodes.flood
    if (verdict === 'later') return refuse(TOO_MANY_CALLS)
    const validator = validators.get(op)
    if (validator?.Check(input)) return undefined
    const fields = (validator?.Errors(input) ?? []).slice(0, 10).map(({ instancePath, keyword, message }) => ({
      ...{ path: instancePath.slice(1).replaceAll('/', '.'), rule: keyword, message },
    }))
    return refuse(INVALID_INPUT, { fields })
  }

  private enqueue({ n, op, input }: Request): void {
    this.waiting += 1
    // Requests to the engine may take a while. They and the messages need not wait for each other.
    const isOutside = operationOf(op).way === 'outside'
    const work = (isOutside ? Promise.resolve() : this.queue).then(() => this.answer(n, op, input))
    if (!isOutside) this.queue = work
  }

  private async answer(n: number, op: RoomOp, input: Record<string, unknown>): Promise<void> {
    try {
      const answer = await this.tools.run(this, op, input)
      this.send(JSON.stringify({ n, ok: true, ...answer }))
    } catch (error) {
      if (error instanceof Refusal) this.refuse(n, error)
      else {
        const isText = ['22021', '22P05', '22P02'].includes((error as { code?: string }).code ?? '')
        if (!isText) this.tools.logError(`operation ${op} failed`, error)
        this.refuse(n, refuse(isText ? INVALID_INPUT : SERVER_BUSY))
      }
    } finally {
      this.waiting -= 1
    }
  }

  private refuse(n: number, { error, data }: Refusal): void {
    const message = refusalMessage(error, this.tools.language, data)
    this.send(JSON.stringify({ n, error: { code: error.code, message, ...(data && { data }) } }))
  }
}
