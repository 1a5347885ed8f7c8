/**
 * LiveKit's participants and tracks as our feeds: the identity of a person is our participant id, the source is our
 * source.
 */
import { type ParticipantInfo, type TrackInfo, TrackSource, TrackType } from 'livekit-server-sdk'
import type { Feed, FeedId, FeedSource } from './engine.ts'

export const sources: Readonly<Record<FeedSource, readonly TrackSource[]>> = {
  camera: [TrackSource.CAMERA, TrackSource.MICROPHONE],
  screen: [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO],
}

export const mediumOf = ({ type }: TrackInfo): 'audio' | 'video' | undefined =>
  type === TrackType.AUDIO ? 'audio' : type === TrackType.VIDEO ? 'video' : undefined

/** Splits `{participantId}:camera`. */
export function readFeedId(feedId: FeedId): { participantId: string; source: FeedSource } | undefined {
  const [, participantId, source] = /^(.+):(camera|screen)$/.exec(feedId) ?? []
  return participantId === undefined ? undefined : { participantId, source: source as FeedSource }
}

/** The tracks of a person that make up one of our feeds. */
export const tracksOf = (person: ParticipantInfo, source: FeedSource): TrackInfo[] =>
  person.tracks.filter((track) => sources[source].includes(track.source) && mediumOf(track) !== undefined)

export function feedsOf(people: readonly ParticipantInfo[]): Feed[] {
  return people.flatMap((person) =>
    (['camera', 'screen'] as const).flatMap((source) => {
      const tracks = tracksOf(person, source)
      if (tracks.length === 0) return []
      const ofMedium = (medium: 'audio' | 'video') => tracks.filter((track) => mediumOf(track) === medium)
      const isMuted = (medium: 'audio' | 'video') =>
        ofMedium(medium).length > 0 && ofMedium(medium).every(({ muted }) => muted)
      return {
        id: `${person.identity}:${source}`,
        participantId: person.identity,
        source,
        audio: ofMedium('audio').length > 0,
        video: ofMedium('video').length > 0,
        audioMuted: isMuted('audio'),
        videoMuted: isMuted('video'),
      }
    }),
  )
}
