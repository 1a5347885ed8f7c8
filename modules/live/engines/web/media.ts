/** What screens load when they carry audio and video: not before, and with no other module's code. */
import { canPlayStream, MseStream } from './mse-stream.ts'
import { publishTo, subscribeTo } from './peer.ts'

export const media = { publishTo, subscribeTo, canPlayStream, MseStream }
