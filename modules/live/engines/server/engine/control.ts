/** The control socket for server processes: a WebSocket that checks the secret before it opens. */
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { streamData, streamEnd, streamStart } from '../../contract/stream.ts'
import { type FromEngine, type Request, streamHeaderBytes } from '../embedded/protocol.ts'
import { readRequest } from './request.ts'
import { type Client, type Rooms, toFault } from './rooms.ts'

const requestBytesMax = 128 * 1024
const pingMs = 2000
/**
 * The limit of unsent bytes for a server process. Beyond it the process receives no more, and its players start again
 * at a key piece.
 */
const waitingBytesMax = 16 * 1024 * 1024

export interface Control {
  readonly port: number
  emit(event: Extract<FromEngine, { event: unknown }>['event']): void
  stop(): void
}

function hasSecret(secret: string, { headers }: IncomingMessage): boolean {
  const expected = Buffer.from(`Bearer ${secret}`)
  const given = Buffer.from(headers.authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export async function startControl(secret: string, address: string, rooms: () => Rooms): Promise<Control> {
  const server = createServer((_, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ noServer: true, maxPayload: requestBytesMax, perMessageDeflate: false })
  server.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (!hasSecret(secret, incoming)) return void socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
    sockets.handleUpgrade(incoming, socket, head, (connection) => serve(connection, rooms))
  })
  server.listen(0, address)
  await once(server, 'listening')
  const pinging = setInterval(() => {
    for (const connection of sockets.clients) connection.ping()
  }, pingMs)
  return {
    port: (server.address() as AddressInfo).port,
    emit(event) {
      const message = JSON.stringify({ event } satisfies FromEngine)
      for (const connection of sockets.clients) connection.send(message)
    },
    stop() {
      clearInterval(pinging)
      for (const connection of sockets.clients) connection.terminate()
      server.close()
    },
  }
}

function serve(connection: WebSocket, rooms: () => Rooms): void {
  const client = clientOf(connection)
  connection.on('error', () => connection.terminate())
  connection.on('close', () => {
    for (const stop of client.streams.values()) stop()
    client.streams.clear()
  })
  connection.on('message', (data: Buffer, isBinary) => {
    const message = isBinary ? undefined : readRequest(data.toString())
    // A caller with the secret and an unreadable request has another version, or is broken.
    if (!message) return connection.close(1003)
    void answer(message, rooms(), client).then((message) => connection.send(JSON.stringify(message)))
  })
}

async function answer(message: { n: number; request: Request | undefined }, rooms: Rooms, client: Client) {
  const { n, request } = message
  try {
    if (!request) return { n, fault: { name: 'refused', reason: 'bad-id' } } satisfies FromEngine
    const ok = request.op === 'load' ? rooms.load() : await rooms.perform(request, client)
    return { n, ok: ok ?? null } satisfies FromEngine
  } catch (error) {
    return { n, fault: toFault(error) } satisfies FromEngine
  }
}

function clientOf(connection: WebSocket): Client {
  return {
    streams: new Map(),
    sink(stream) {
      const send = (message: Uint8Array) => {
        const header = Buffer.alloc(streamHeaderBytes)
        header.writeUInt32BE(stream)
        connection.send(Buffer.concat([header, message]))
      }
      let isSkipping = false
      return {
        start: (mimeType, initialization) => send(streamStart(mimeType, initialization)),
        data(bytes, key) {
          isSkipping = connection.bufferedAmount > waitingBytesMax || (isSkipping && !key)
          if (!isSkipping) send(streamData(bytes, key))
        },
        end: () => send(streamEnd()),
      }
    },
  }
}
