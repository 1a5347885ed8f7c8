import type { RoomOp } from '../../contract/policy.ts'
import type { RequestAnswer, RequestInput } from '../../contract/requests.ts'
import type { Channel } from './channel.ts'

/** Asks the room for something. Rejects with `Refused` where it says no, with `Lost` where no answer came. */
export type Ask = <O extends RoomOp>(
  op: O,
  ...[input]: Record<string, never> extends RequestInput<O> ? [input?: RequestInput<O>] : [input: RequestInput<O>]
) => Promise<RequestAnswer<O>>

export function askOver(channel: Channel): Ask {
  return async (op, ...[input]) => (await channel.request(op, { ...input })) as never
}
