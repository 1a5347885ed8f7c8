/**
 * A link between the server and its database that can be cut, frozen, slow, or opened again: what the server sees of a database
 * that is absent, stopped by SIGSTOP, or behind a network that drops everything. The database itself is left alone, so other
 * tests may use it at the same time.
 */
import { once } from 'node:events'
import { createServer, type NetConnectOpts, connect as netConnect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/server-process.ts'

export interface Link {
  readonly port: number
  /** Connections break, and new ones are refused. */
  cut(): Promise<void>
  /** Connections stay and are taken, and nothing goes through. */
  freeze(): void
  /** As `freeze`, but new connections go through. What stands still breaks when the answered function is called. */
  freezeOpen(): () => void
  /** Each piece of what goes through waits so long, one after another. */
  slow(ms: number): void
  /** Resolves when a connection has been taken. */
  taken(): Promise<void>
  /** Connections break, and new ones are refused: there are too many. */
  refuse(): void
  /** What stood still moves on; what was refused is taken. */
  mend(): Promise<void>
  stop(): Promise<void>
}

export interface DatabaseLink extends Link {
  readonly url: string
}

function placeOf(databaseUrl: URL): NetConnectOpts {
  const socketDirectory = databaseUrl.searchParams.get('host')
  const port = Number(databaseUrl.port || 5432)
  return socketDirectory?.startsWith('/')
    ? { path: join(socketDirectory, `.s.PGSQL.${port}`) }
    : { port, host: databaseUrl.hostname }
}

/** What PostgreSQL says to one too many: the message ErrorResponse of its protocol. */
function tooManyConnections(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')
  const head = Buffer.from('E0000')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

export async function linkDatabase(databaseUrl: string): Promise<DatabaseLink> {
  const link = await linkTo(placeOf(new URL(databaseUrl)))
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(link.port)
  return { ...link, url: url.href }
}

export async function linkTo(place: NetConnectOpts): Promise<Link> {
  const port = await freePort()
  const pairs = new Set<readonly [Socket, Socket]>()
  let isFrozen = false
  let isFull = false
  let slowMs = 0
  const server = createServer((inner) => {
    if (isFull) {
      inner.on('error', () => undefined)
      inner.once('data', () => inner.end(tooManyConnections()))
      return
    }
    const outer = netConnect(place)
    const pair = [inner, outer] as const
    pairs.add(pair)
    const close = () => {
      pairs.delete(pair)
      inner.destroy()
      outer.destroy()
    }
    for (const [from, to] of [pair, [outer, inner] as const]) {
      let sent: Promise<unknown> = Promise.resolve()
      from.on('data', (bytes) => {
        sent = sent.then(async () => {
          if (slowMs > 0) await wait(slowMs)
          to.write(bytes)
        })
      })
      from.on('error', close)
      // What is still on its way arrives.
      from.on('close', () => void sent.then(close))
      if (isFrozen) from.pause()
    }
  })
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const pause = () => {
    for (const pair of pairs) for (const socket of pair) socket.pause()
  }
  const breakAll = (broken: Iterable<readonly [Socket, Socket]> = pairs) => {
    for (const [inner] of [...broken]) inner.destroy()
  }
  return {
    port,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      breakAll()
      await closed
    },
    freeze() {
      isFrozen = true
      pause()
    },
    freezeOpen() {
      isFrozen = false
      pause()
      const standing = [...pairs]
      return () => breakAll(standing)
    },
    async taken() {
      if (pairs.size === 0) await once(server, 'connection')
    },
    slow(ms) {
      slowMs = ms
    },
    refuse() {
      isFull = true
      breakAll()
    },
    async mend() {
      isFrozen = false
      isFull = false
      slowMs = 0
      for (const pair of pairs) for (const socket of pair) socket.resume()
      if (!server.listening) await listen()
    },
    async stop() {
      breakAll()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      breakAll()
      await closed
    },
  }
}
