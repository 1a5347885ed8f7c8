/** What this browser should send and receive, from the state of the room. Pure. */
import type { RoomView } from '../state/room-state.ts'
import type { LocalMediaState } from './local-media.ts'

export interface Wanted {
  readonly publishesCamera: boolean
  readonly publishesScreen: boolean
  /** By peers, feed by feed. */
  readonly feeds: readonly string[]
  /** By one stream over a socket, instead of peers. */
  readonly stream: boolean
}

const nothing: Wanted = { publishesCamera: false, publishesScreen: false, feeds: [], stream: false }

export function isSeated({ seats, me }: Pick<RoomView, 'seats' | 'me'>): boolean {
  return seats.some((seat) => seat.participantId === me.id)
}

/** `prefersStream`: peers brought nothing on this network. Who is on the stage talks by peers whatever the room's size. */
export function wantedOf(view: RoomView, local: Pick<LocalMediaState, 'screenStream'>, prefersStream: boolean): Wanted {
  if (view.state !== 'running' || view.engineDown) return nothing
  const seated = isSeated(view)
  const stream = !seated && (view.viewing === 'stream' || prefersStream)
  return {
    publishesCamera: seated,
    publishesScreen: seated && local.screenStream !== undefined,
    feeds: stream ? [] : view.feeds.filter((feed) => feed.participantId !== view.me.id).map((feed) => feed.id),
    stream: stream && view.feeds.length > 0,
  }
}
