/**
 * From one state of the room to the next. Pure. Every event may come twice, late, or after a gap that a snapshot
 * closes. Unchanged parts keep their identity, so that React renders only components with new data.
 */
import type { ChatMessage, Person, Question } from '../../contract/shapes.ts'
import type { RoomEvent } from '../../contract/socket.ts'
import { CHAT_MAX, REWARDS_MAX, type RoomView, type Snapshot } from './room-state.ts'

type Of<E extends RoomEvent['e']> = Extract<RoomEvent, { e: E }>
type Reducers = { readonly [E in RoomEvent['e']]: (view: RoomView, event: Of<E>, now: number) => RoomView }

let rewardNumber = 0

export function viewOf(snapshot: Snapshot, now: number): RoomView {
  const { now: serverNow, ...room } = snapshot
  return {
    ...room,
    chat: sortedChat(room.chat),
    clockAheadMs: serverNow - now,
    engineRound: 0,
    engineDown: false,
    invitedBy: room.me.invited ? '' : undefined,
    rewards: [],
    bye: undefined,
  }
}

/** Applies a batch of events; unknown events, of a newer server, are ignored. */
export function reduceAll(view: RoomView | undefined, events: readonly RoomEvent[], now: number): RoomView | undefined {
  let next = view
  for (const event of events) {
    if (event.e === 'snapshot') next = mergeSnapshot(next, event.room, now)
    else if (next) next = reduce(next, event, now)
  }
  return next
}

function reduce(view: RoomView, event: RoomEvent, now: number): RoomView {
  const reducer = reducers[event.e] as ((view: RoomView, event: RoomEvent, now: number) => RoomView) | undefined
  return reducer ? reducer(view, event, now) : view
}

/** A fresh snapshot, with the older messages that were loaded before. */
function mergeSnapshot(view: RoomView | undefined, snapshot: Snapshot, now: number): RoomView {
  const fresh = viewOf(snapshot, now)
  if (!view) return fresh
  const first = fresh.chat[0]
  const older = first ? view.chat.filter((message) => isBefore(message, first)) : []
  return { ...fresh, chat: [...older, ...fresh.chat], engineRound: view.engineRound, rewards: view.rewards }
}

const reducers: Reducers = {
  snapshot: (view, { room }, now) => mergeSnapshot(view, room, now),
  resumed: (view, { me, may, sequence }) => ({ ...view, me, may, sequence }),
  state: (view, { state, startedAt, endedAt, now: serverNow }, now) => ({
    ...view,
    state,
    startedAt,
    endedAt,
    clockAheadMs: serverNow - now,
  }),
  room: (view, { title, mode, plannedEndAt, settings, seatsMax }) => ({
    ...view,
    title,
    mode,
    plannedEndAt,
    settings,
    seatsMax,
  }),
  host: (view, { hostId, hostAwaySince }) => ({ ...view, hostId, hostAwaySince }),
  may: (view, { me, may }) => withMe({ ...view, may }, me),
  presence: (view, { online, onlinePeak }) =>
    online === view.online && onlinePeak === view.onlinePeak ? view : { ...view, online, onlinePeak },
  person: (view, { person }) => {
    const people = replaced(view.people, person)
    const next = people === view.people ? view : { ...view, people }
    return person.id === view.me.id ? withMe(next, person) : next
  },
  invited: (view, { by }) => ({ ...view, invitedBy: by }),
  stage: (view, { seats }) => {
    const onStage = seats.some((seat) => seat.participantId === view.me.id)
    return { ...view, seats, ...(onStage && { invitedBy: undefined }) }
  },
  feeds: (view, { feeds }) => ({ ...view, feeds }),
  engine: (view, { state }) =>
    state === 'down'
      ? { ...view, engineDown: true, feeds: [] }
      : { ...view, engineDown: false, engineRound: view.engineRound + 1 },
  viewing: (view, { viewing }) => (viewing === view.viewing ? view : { ...view, viewing }),
  chat: (view, { message }) => ({ ...view, chat: withMessages(view.chat, [message]) }),
  'chat.removed': (view, { id }) => ({ ...view, chat: without(view.chat, id) }),
  question: (view, { question }) => ({ ...view, questions: replaced(view.questions, question) }),
  'question.removed': (view, { id }) => ({ ...view, questions: without(view.questions, id) }),
  'question.votes': (view, { votes }) => ({ ...view, questions: withVotes(view.questions, votes) }),
  poll: (view, { poll }) => ({ ...view, polls: replaced(view.polls, poll) }),
  sign: (view, { round }) => ({ ...view, sign: round, signed: view.sign?.id === round.id && view.signed }),
  // Own likes count at once; a late total never reduces them.
  likes: (view, { total }) => (total <= view.likes ? view : { ...view, likes: total }),
  reward: (view, { name, to, coins }) => ({
    ...view,
    rewards: [...view.rewards, { id: ++rewardNumber, name, to, coins }].slice(-REWARDS_MAX),
  }),
  slides: (view, { slides, strokes }) => ({ ...view, slides, strokes }),
  stroke: (view, { stroke }) =>
    stroke.fileId !== view.slides.fileId || stroke.page !== view.slides.page
      ? view
      : { ...view, strokes: replaced(view.strokes, stroke) },
  'board.undone': (view, { ids }) => ({ ...view, strokes: view.strokes.filter((stroke) => !ids.includes(stroke.id)) }),
  'board.cleared': (view, { fileId, page }) =>
    fileId !== view.slides.fileId || page !== view.slides.page ? view : { ...view, strokes: [] },
  bye: (view, { reason }) => ({ ...view, bye: String(reason) }),
}

function withMe(view: RoomView, me: Person): RoomView {
  const invitedBy = me.invited ? (view.invitedBy ?? '') : undefined
  return { ...view, me, invitedBy }
}

/** The list with this item in place of the one with its id, else at the end; the same list if nothing changes. */
function replaced<T extends { readonly id: string }>(list: T[], item: T): T[] {
  const at = list.findIndex((one) => one.id === item.id)
  if (at < 0) return [...list, item]
  if (JSON.stringify(list[at]) === JSON.stringify(item)) return list
  return list.with(at, item)
}

function without<T extends { readonly id: string }>(list: T[], id: string): T[] {
  return list.some((one) => one.id === id) ? list.filter((one) => one.id !== id) : list
}

function isBefore(one: ChatMessage, other: ChatMessage): boolean {
  return one.at < other.at || (one.at === other.at && one.id < other.id)
}

function sortedChat(messages: readonly ChatMessage[]): ChatMessage[] {
  return [...messages].sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Messages in order of their sending, each once; the newest `CHAT_KEPT`. */
export function withMessages(chat: ChatMessage[], messages: readonly ChatMessage[]): ChatMessage[] {
  const last = chat.at(-1)
  const [single] = messages
  // Usually the message is simply the next one.
  if (messages.length === 1 && single && (!last || isBefore(last, single))) return [...chat, single].slice(-CHAT_MAX)
  const byId = new Map(chat.map((message) => [message.id, message]))
  for (const message of messages) byId.set(message.id, message)
  return sortedChat([...byId.values()]).slice(-CHAT_MAX)
}

function withVotes(questions: Question[], votes: readonly { id: string; votes: number }[]): Question[] {
  const counts = new Map(votes.map((entry) => [entry.id, entry.votes]))
  return questions.map((question) => {
    const count = counts.get(question.id)
    return count === undefined || count === question.votes ? question : { ...question, votes: count }
  })
}
