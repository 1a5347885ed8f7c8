/**
 * Converts the stream socket's messages for the player: a text names the type, and the bytes after it are the
 * initialization.
 */
import { streamData, streamEnd, streamStart } from '#modules/live/engines/contract.ts'
import type { StreamText } from '../../contract/socket.ts'

const INITIALIZATION = 0
const KEY = 2

/** Takes the socket's messages; passes complete messages to the player. */
export function streamReader(push: (message: ArrayBuffer) => void): (data: unknown) => void {
  let mimeType: string | undefined
  return (data) => {
    if (typeof data === 'string') {
      const start = JSON.parse(data) as StreamText
      if (start.e === 'end') push(streamEnd().buffer)
      mimeType = start.e === 'start' ? start.mimeType : undefined
    }
    if (!(data instanceof ArrayBuffer) || mimeType === undefined) return
    const kind = new Uint8Array(data)[0]
    const bytes = new Uint8Array(data, 1)
    push((kind === INITIALIZATION ? streamStart(mimeType, bytes) : streamData(bytes, kind === KEY)).buffer)
  }
}
