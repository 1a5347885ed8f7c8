import type { RoomOp } from '../../contract/policy.ts'
import type { RequestAnswer, RequestInput } from '../../contract/requests.ts'
import type { Channel } from './channel.ts'

/** Sends a request to the room. Rejects with `Refused` after a refusal, and with `Lost` without an answer. */
export type SendRequest = <O extends RoomOp>(
  op: O,
  ...[input]: Record<string, never> extends RequestInput<O> ? [input?: RequestInput<O>] : [input: RequestInput<O>]
) => Promise<RequestAnswer<O>>

export function requestOver(channel: Channel): SendRequest {
  return async (op, ...[input]) => (await channel.request(op, { ...input })) as never
}
