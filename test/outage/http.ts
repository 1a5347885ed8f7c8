/** Requests over real sockets, whose connections a test holds in its hand. */
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** Its length is said nowhere before its end. Of `RawConnection`. */
  readonly isChunked?: boolean
}

export interface Answered {
  /** 0: no answer in time, or the connection broke. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly ms: number
  /** As much of it as this process had for itself: a machine that is busy adds nothing. */
  readonly ownMs: number
}

/** One tick of the process that has the time for it; where it stands still, the ticks that it missed do not come later. */
const tickMs = 5
let ticks = 0
setInterval(() => {
  ticks += 1
}, tickMs).unref()

export function errorCodeOf({ body }: Answered): number | undefined {
  try {
    return (JSON.parse(body.toString()) as { errorCode?: number }).errorCode
  } catch {
    return undefined
  }
}

/** One request by the agent's connections. */
export function ask(origin: string, agent: Agent, asked: Asked, timeoutMs = 30_000): Promise<Answered> {
  const startedAt = performance.now()
  const ticksBefore = ticks
  const spent = () => ({ ms: performance.now() - startedAt, ownMs: (ticks - ticksBefore) * tickMs })
  const none = (): Answered => ({ status: 0, headers: {}, body: Buffer.alloc(0), ...spent() })
  return new Promise((resolve) => {
    const { method = 'GET', path, headers, body } = asked
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sending = httpRequest(new URL(path, origin), { method, agent, headers: { ...length, ...headers } })
    const timer = setTimeout(() => sending.destroy(new Error('too slow')), timeoutMs)
    const end = (answer: Answered) => {
      clearTimeout(timer)
      resolve(answer)
    }
    sending.on('error', () => end(none()))
    sending.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        // A stream of events does not end by itself.
        if (response.headers['content-type']?.startsWith('text/event-stream')) sending.destroy()
      })
      response.on('error', () => undefined)
      response.on('close', () => {
        const { statusCode = 0, headers: answered } = response
        end({ status: statusCode, headers: answered, body: Buffer.concat(chunks), ...spent() })
      })
    })
    sending.end(body)
  })
}

export function keptConnections(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 4 })
}

/** One connection, with the bytes as they come. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''
  #isClosed = false
  #changed: () => void = () => undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.#received += text
      this.#changed()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#isClosed = true
      this.#changed()
    })
  }

  static async open(origin: string): Promise<RawConnection> {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  /** Sends all of it before the answer is read, as browsers do. */
  send({ method = 'GET', path, headers = {}, body = '', isChunked = false }: Asked, length?: number): void {
    const bytes = Buffer.byteLength(body)
    const framed = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length ?? bytes) }
    const lines = Object.entries({ host: 'localhost', ...framed, ...headers })
    const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', '']
    this.#socket.write(head.join('\r\n'))
    if (isChunked) this.#socket.write(`${bytes.toString(16)}\r\n`)
    this.#socket.write(body)
    if (isChunked) this.#socket.write('\r\n0\r\n\r\n')
  }

  end(): void {
    this.#socket.end()
  }

  /** The status of the next answer; `closed` where the server has ended the connection instead. */
  async status(): Promise<number | 'closed'> {
    for (;;) {
      const head = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n/.exec(this.#received)
      if (head) {
        const length = Number(/content-length: (\d+)/i.exec(head[0])?.[1] ?? 0)
        if (this.#received.length >= head[0].length + length) {
          this.#received = this.#received.slice(head[0].length + length)
          return Number(head[1])
        }
      }
      if (this.#isClosed) return 'closed'
      await new Promise<void>((resolve) => {
        this.#changed = resolve
      })
    }
  }

  close(): void {
    this.#socket.destroy()
  }
}
