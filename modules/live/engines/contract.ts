/** The calls of engines. This file imports only kit/ and typebox, because the server and the browser both read it. */
import { contract } from '#kit/contract.ts'

export {
  readStreamMessage,
  streamData,
  streamEnd,
  streamStart,
} from './contract/stream.ts'

export const engines = contract({})
