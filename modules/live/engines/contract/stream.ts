/**
 * The bytes of a feed on their way to a player in the browser, one WebSocket message each. The first byte names the
 * kind of message. Start: the length of the type in one byte, the type, the initialization segment. Data: a piece to
 * append.
 */

export type StreamMessage =
  | { readonly kind: 'start'; readonly mimeType: string; readonly initialization: Uint8Array<ArrayBuffer> }
  /** A player may begin at a `key` piece. */
  | { readonly kind: 'data'; readonly bytes: Uint8Array<ArrayBuffer>; readonly key: boolean }
  | { readonly kind: 'end' }

const kinds = { start: 0, data: 1, key: 2, end: 3 } as const

export function streamStart(mimeType: string, initialization: Uint8Array): Uint8Array<ArrayBuffer> {
  const type = new TextEncoder().encode(mimeType)
  const message = new Uint8Array(2 + type.length + initialization.length)
  message.set([kinds.start, type.length])
  message.set(type, 2)
  message.set(initialization, 2 + type.length)
  return message
}

export function streamData(bytes: Uint8Array, key: boolean): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(1 + bytes.length)
  message[0] = key ? kinds.key : kinds.data
  message.set(bytes, 1)
  return message
}

export const streamEnd = (): Uint8Array<ArrayBuffer> => new Uint8Array([kinds.end])

/** undefined for a message of another kind. */
export function readStreamMessage(message: Uint8Array<ArrayBuffer>): StreamMessage | undefined {
  const kind = message[0]
  if (kind === kinds.end && message.length === 1) return { kind: 'end' }
  if (kind === kinds.data || kind === kinds.key)
    return { kind: 'data', bytes: message.subarray(1), key: kind === kinds.key }
  if (kind !== kinds.start) return undefined
  const begin = 2 + (message[1] ?? 0)
  if (begin >= message.length) return undefined
  const mimeType = new TextDecoder().decode(message.subarray(2, begin))
  return { kind: 'start', mimeType, initialization: message.subarray(begin) }
}
