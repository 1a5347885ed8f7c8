/**
 * A proxy in front of several servers that gives every request to the next one, as a load balancer without memory does.
 * A server that could not be reached is left out for a moment.
 */
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoadBalancer {
  readonly origin: string
  /** How many requests each server has got. */
  readonly counts: readonly number[]
  stop(): Promise<void>
}

const leftOutMs = 500

export async function startProxy(origins: readonly string[]): Promise<LoadBalancer> {
  const counts = origins.map(() => 0)
  const downUntil = origins.map(() => 0)
  let turn = 0
  const choose = () => {
    const now = performance.now()
    const order = origins.map((_, at) => (turn + at) % origins.length)
    turn += 1
    return order.find((at) => (downUntil[at] ?? 0) <= now) ?? order[0] ?? 0
  }
  const server: Server = createServer((incoming, answer) => {
    const chosen = choose()
    counts[chosen] = (counts[chosen] ?? 0) + 1
    const forwarded = request(new URL(incoming.url ?? '/', origins[chosen]), {
      method: incoming.method,
      headers: { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' },
    })
    forwarded.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      answer.flushHeaders()
      response.on('error', () => answer.destroy())
      response.pipe(answer)
    })
    forwarded.on('error', () => {
      downUntil[chosen] = performance.now() + leftOutMs
      // What is still arriving has nowhere to go; unread, it would stand in the way of the next request.
      incoming.unpipe(forwarded).resume()
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
    // Who leaves the proxy leaves the server behind it.
    answer.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
