/**
 * Reads what is left of the body of a request that was answered before its end. Unread, it would stand in front of the next
 * request of the connection, which would wait for ever.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** More than this is not worth reading: the connection is closed instead. */
const drainBytesMax = 32 * 1024 * 1024
const drainMsMax = 30_000

/** Drains the bodies of all requests that the app answers. */
export function drainBodies(app: FastifyInstance): void {
  // Once the answer has ended, Node discards a body that nobody started to read, however long it is, and counts nothing.
  app.addHook('onSend', async ({ raw }) => {
    if (hasBody(raw) && !raw.readableDidRead) raw.read()
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (hasBody(raw)) drain(raw)
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

function drain(body: IncomingMessage): void {
  if (body.readableEnded || body.destroyed) return
  let bytes = 0
  const timer = setTimeout(() => body.destroy(), drainMsMax).unref()
  body.unpipe()
  body.removeAllListeners('data')
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > drainBytesMax) body.destroy()
  })
  body.on('close', () => clearTimeout(timer))
  body.on('error', () => undefined)
  body.resume()
}
