/** One connection of a person: what it is told, and what it asks, in order. */
import { performance } from 'node:perf_hooks'
import type { WebSocket } from 'ws'
import type { Language } from '#kit/caller.ts'
import { INVALID_INPUT, Refusal, refuse, SERVER_BUSY, TOO_MANY_CALLS } from '#kit/errors.ts'
import { refusalMessage } from '#server/http/messages.ts'
import { policy, type RoomOp } from '../../contract/policy.ts'
import type { Person } from '../../contract/shapes.ts'
import { closeCodes, type RoomEvent } from '../../contract/socket.ts'
import { operationOf, validators } from '../ops/all.ts'
import type { Line } from '../ops/operation.ts'
import { Limiter } from './limits.ts'

/** What waits for one receiver; more, and it comes back for a new snapshot instead of catching up. */
const waitingBytesMax = 4_000_000
/** Requests of one connection that wait for each other. */
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
  /** Runs a request whose form is right. */
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

export class Connection implements Line {
  readonly participantId: string
  readonly sessionId: string | null
  readonly device: string
  readonly peers: Line['peers'] = new Map()
  person: Person | undefined
  presenceId: string | undefined
  /** By a clock that nobody sets. */
  heardAt = performance.now()
  private readonly tools: ConnectionTools
  private readonly limiter = new Limiter()
  /** Until the snapshot has gone out, what happens waits. */
  private held: (string | Buffer)[] | undefined = []
  private queue: Promise<void> = Promise.resolve()
  private waiting = 0

  constructor(tools: ConnectionTools) {
    this.tools = tools
    this.participantId = tools.participantId
    this.sessionId = tools.sessionId
    this.device = tools.device
    const { socket } = tools
    socket.on('pong', () => this.hear())
    socket.on('message', (data, isBinary) => {
      this.hear()
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

  /** What happened, ready to be sent: the same bytes for many. */
  tell(events: string | Buffer): void {
    if (this.held) this.held.push(events)
    else this.send(events)
  }

  tellOne(...events: readonly RoomEvent[]): void {
    if (events.length > 0) this.tell(JSON.stringify(events))
  }

  /** Drops what was handed on while the person entered: the first events are read after it and hold it. */
  dropHeld(): void {
    if (this.held) this.held = []
  }

  /** The first events; then whatever happened since `dropHeld`. */
  begin(events: readonly RoomEvent[]): void {
    this.send(JSON.stringify(events))
    const held = this.held ?? []
    this.held = undefined
    for (const one of held) this.send(one)
  }

  /** The last word, and the end. */
  bye(reason: 'removed' | 'left' | 'signed-out' | 'link'): void {
    this.held = undefined
    this.send(JSON.stringify([{ e: 'bye', reason }]))
    this.close(reason === 'signed-out' ? closeCodes.signedOut : closeCodes.removed)
  }

  close(code: number): void {
    this.tools.socket.close(code)
  }

  /** Gone without a word. */
  terminate(): void {
    this.tools.socket.terminate()
  }

  private hear(): void {
    this.heardAt = performance.now()
  }

  private send(data: string | Buffer): void {
    const { socket } = this.tools
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > waitingBytesMax) {
      // It would not read a polite word either.
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

  /** What is refused before anybody reads it; a number closes the connection. */
  private problemOf({ op, input }: Request): Refusal | number | undefined {
    if (!Object.hasOwn(policy, op)) return refuse(INVALID_INPUT, { op: String(op).slice(0, 50) })
    const verdict = this.limiter.judge(op, performance.now())
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
    // What talks to the engine may take a while, and need not wait for messages, nor they for it.
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
