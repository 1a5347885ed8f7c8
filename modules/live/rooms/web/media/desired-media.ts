/** The media that this browser should send and receive, computed from the state of the room. Pure. */
import type { RoomView } from '../state/room-state.ts'
import type { LocalMediaState } from './local-media.ts'

export interface DesiredMedia {
  readonly publishesCamera: boolean
  readonly publishesScreen: boolean
  /** Over peers, feed by feed. */
  readonly feeds: readonly string[]
  /** Over one stream socket, instead of peers. */
  readonly stream: boolean
}

const nothing: DesiredMedia = { publishesCamera: false, publishesScreen: false, feeds: [], stream: false }

export function isOnStage({ seats, me }: Pick<RoomView, 'seats' | 'me'>): boolean {
  return seats.some((seat) => seat.participantId === me.id)
}

/** `prefersStream`: peers received nothing on this network. People on the stage use peers whatever the room's size. */
export function desiredMedia(
  view: RoomView,
  local: Pick<LocalMediaState, 'screenStream'>,
  prefersStream: boolean,
): DesiredMedia {
  if (view.state !== 'running' || view.engineDown) return nothing
  const onStage = isOnStage(view)
  const stream = !onStage && (view.viewing === 'stream' || prefersStream)
  return {
    publishesCamera: onStage,
    publishesScreen: onStage && local.screenStream !== undefined,
    feeds: stream ? [] : view.feeds.filter((feed) => feed.participantId !== view.me.id).map((feed) => feed.id),
    stream: stream && view.feeds.length > 0,
  }
}
