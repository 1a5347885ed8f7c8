/** The media code that screens load on demand, in a chunk without any other module's code. */
import { canPlayStream, MseStream } from './mse-stream.ts'
import { publishTo, subscribeTo } from './peer.ts'

export const media = { publishTo, subscribeTo, canPlayStream, MseStream }
