/**
 * Reads what is left of the body of a request that was answered before its end. Unread, it would stand in front of the next
 * request of the connection, which would wait for ever.
 */
import type { IncomingMessage } from 'node:http'

/** More than this is not worth reading: the connection is closed instead. */
const drainBytesMax = 32 * 1024 * 1024
const drainMsMax = 30_000

export function drain(body: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = body.headers
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
  if (!hasBody || body.readableEnded || body.destroyed) return
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
