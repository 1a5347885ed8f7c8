/** Engines: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'

export {
  readStreamMessage,
  streamData,
  streamEnd,
  streamStart,
} from './contract/stream.ts'

export const engines = contract({})
