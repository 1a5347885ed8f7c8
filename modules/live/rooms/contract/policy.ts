/**
 * The permissions in a room: one table of operations × roles × states. The server refuses by it, and the browser
 * enables its buttons by it. Conditions beyond these (a place on the stage, an invitation, a switch) are in the
 * operation itself.
 */
import type { Static } from 'typebox'
import type { RoomRole, RoomState } from './shapes.ts'

type Role = Static<typeof RoomRole>
type State = Static<typeof RoomState>

interface Rule {
  readonly roles: readonly Role[]
  readonly states: readonly State[]
}

const all: readonly Role[] = ['host', 'lecturer', 'assistant', 'viewer']
const host: readonly Role[] = ['host']
/** The roles that lead and teach. */
const teachers: readonly Role[] = ['host', 'lecturer']
/** The roles that moderate. */
const staff: readonly Role[] = ['host', 'lecturer', 'assistant']
const running: readonly State[] = ['running']
const open: readonly State[] = ['waiting', 'running']
const always: readonly State[] = ['waiting', 'running', 'ended']

export const policy = {
  'room.start': { roles: host, states: ['waiting'] },
  'room.end': { roles: host, states: running },
  'room.settings': { roles: host, states: open },
  'room.leave': { roles: all, states: always },
  'room.remove': { roles: staff, states: open },
  'room.takeOver': { roles: ['lecturer'], states: running },
  'room.handOver': { roles: host, states: open },
  'people.list': { roles: all, states: always },
  'media.publish': { roles: all, states: running },
  'media.state': { roles: all, states: running },
  'media.vendorPublished': { roles: all, states: running },
  'media.entry': { roles: all, states: running },
  'media.subscribe': { roles: all, states: running },
  'media.answer': { roles: all, states: running },
  'media.closePeer': { roles: all, states: always },
  'media.stream': { roles: all, states: running },
  'stage.raiseHand': { roles: ['assistant', 'viewer'], states: running },
  'stage.lowerHand': { roles: all, states: open },
  'stage.invite': { roles: staff, states: running },
  'stage.accept': { roles: all, states: running },
  'stage.decline': { roles: all, states: open },
  'stage.enter': { roles: teachers, states: running },
  'stage.leave': { roles: all, states: open },
  'stage.remove': { roles: staff, states: open },
  'stage.mute': { roles: staff, states: running },
  'chat.send': { roles: all, states: open },
  'chat.history': { roles: all, states: always },
  'chat.pin': { roles: staff, states: open },
  'chat.unpin': { roles: staff, states: open },
  'chat.remove': { roles: staff, states: always },
  'chat.mutePerson': { roles: staff, states: open },
  'chat.slowMode': { roles: staff, states: open },
  'question.ask': { roles: all, states: open },
  'question.vote': { roles: all, states: open },
  'question.answered': { roles: staff, states: always },
  'question.remove': { roles: staff, states: always },
  'question.list': { roles: all, states: always },
  'poll.open': { roles: staff, states: running },
  'poll.answer': { roles: all, states: running },
  'poll.close': { roles: staff, states: running },
  'poll.publish': { roles: staff, states: always },
  'sign.open': { roles: staff, states: running },
  'sign.close': { roles: staff, states: running },
  'sign.list': { roles: staff, states: always },
  sign: { roles: all, states: running },
  like: { roles: all, states: running },
  reward: { roles: all, states: running },
  'slides.add': { roles: teachers, states: open },
  'slides.remove': { roles: teachers, states: open },
  'slides.show': { roles: teachers, states: open },
  'slides.address': { roles: all, states: always },
  'board.draw': { roles: all, states: open },
  'board.undo': { roles: all, states: open },
  'board.clear': { roles: teachers, states: open },
} as const satisfies Record<string, Rule>

export type RoomOp = keyof typeof policy

export const roomOps = Object.keys(policy) as RoomOp[]

export type Verdict = 'yes' | 'wrong role' | 'wrong state'

export function verdict(op: RoomOp, role: Role, state: State): Verdict {
  const { roles, states }: Rule = policy[op]
  if (!roles.includes(role)) return 'wrong role'
  return states.includes(state) ? 'yes' : 'wrong state'
}

/** The operations that this role may request in this state. */
export function mayDo(role: Role, state: State): RoomOp[] {
  return roomOps.filter((op) => verdict(op, role, state) === 'yes')
}

/** Whether one role may mute the other, or remove it from the stage or the room: only a higher rank may. */
export function outranks(one: Role, other: Role): boolean {
  const rank = { host: 3, lecturer: 2, assistant: 1, viewer: 0 }
  return rank[one] > rank[other]
}
