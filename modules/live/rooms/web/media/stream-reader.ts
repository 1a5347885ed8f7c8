/** The stream's socket as the player understands it: a text names the type, the bytes after it are the beginning. */
import { streamData, streamEnd, streamStart } from '#modules/live/engines/contract.ts'
import type { StreamText } from '../../contract/socket.ts'

const INITIALISATION = 0
const KEY = 2

/** Takes the socket's messages as they come; answers whole messages of the player. */
export function streamReader(push: (message: ArrayBuffer) => void): (data: unknown) => void {
  let mimeType: string | undefined
  return (data) => {
    if (typeof data === 'string') {
      const said = JSON.parse(data) as StreamText
      if (said.e === 'end') push(streamEnd().buffer)
      mimeType = said.e === 'start' ? said.mimeType : undefined
    }
    if (!(data instanceof ArrayBuffer) || mimeType === undefined) return
    const kind = new Uint8Array(data)[0]
    const bytes = new Uint8Array(data, 1)
    push((kind === INITIALISATION ? streamStart(mimeType, bytes) : streamData(bytes, kind === KEY)).buffer)
  }
}
