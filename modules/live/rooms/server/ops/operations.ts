/** Every operation of the socket, with the check of its input. A missing operation does not compile. */
import { Compile, type Validator } from 'typebox/compile'
import { type RoomOp, roomOps } from '../../contract/policy.ts'
import { requests } from '../../contract/requests.ts'
import { chatOps } from './chat.ts'
import { leadingOps } from './leading.ts'
import { mediaOps } from './media.ts'
import type { Operation, Operations } from './operation.ts'
import { pollOps } from './polls.ts'
import { slideOps } from './slides.ts'
import { stageOps } from './stage.ts'

const operations: Operations<RoomOp> = {
  ...leadingOps,
  ...mediaOps,
  ...stageOps,
  ...chatOps,
  ...pollOps,
  ...slideOps,
}

export interface AnyOperation extends Pick<Operation<RoomOp>, 'way'> {
  run(context: unknown, input: unknown): Promise<Record<string, unknown>>
  after?(context: unknown, input: unknown): Promise<void>
}

export const operationOf = (op: RoomOp) => operations[op] as unknown as AnyOperation

export const validators = new Map<string, Validator>(
  roomOps.map((op) => [op, Compile(requests[op].input) as Validator]),
)
