/** Minimal room data for tests of the screen's logic. */
import type { ChatMessage, Person } from '../../contract/shapes.ts'
import type { Snapshot } from './room-state.ts'

export function buildPerson(more: Partial<Person> = {}): Person {
  return {
    id: 'me',
    name: '王敏',
    role: 'viewer',
    guest: false,
    avatarPath: '',
    online: true,
    handAt: null,
    invited: false,
    silenced: false,
    ...more,
  }
}

export function buildMessage(id: string, at: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return { id, at, participantId: 'p', name: '李雷', role: 'viewer', avatarPath: '', text: id, pinned: false, ...more }
}

export function buildSnapshot(more: Partial<Snapshot> = {}): Snapshot {
  return {
    id: 'room',
    kind: 'live',
    title: '直播',
    mode: 'interactive',
    state: 'running',
    plannedEndAt: 0,
    startedAt: 0,
    endedAt: null,
    now: 1000,
    sequence: 1,
    settings: {
      chatOpen: true,
      questionsOpen: true,
      handsOpen: true,
      guestsMayWrite: true,
      slowModeSeconds: 0,
      rtcViewersMax: 60,
    },
    seatsMax: 7,
    hostId: 'host',
    hostAwaySince: null,
    me: buildPerson(),
    may: [],
    seats: [],
    feeds: [],
    viewing: 'rtc',
    online: 1,
    onlinePeak: 1,
    people: [],
    chat: [],
    questions: [],
    voted: [],
    polls: [],
    answers: [],
    sign: null,
    signed: false,
    likes: 0,
    slides: { decks: [], fileId: null, page: 1 },
    strokes: [],
    ...more,
  }
}
