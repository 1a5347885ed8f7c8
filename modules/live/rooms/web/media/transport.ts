/** The transport of audio and video. One kind for engines that use our socket, one for vendors' clients. */
import { loadMedia, type PeerStats } from '#modules/live/engines/web.tsx'
import type { SendRequest } from '../connection/requests.ts'

export type Source = 'camera' | 'screen'

export interface MediaConnection {
  /** undefined if there is no measurement. */
  stats(): Promise<PeerStats | undefined>
  close(): void
}

export interface SentMedia extends MediaConnection {
  /** Another device, or none, without a new connection. */
  replace(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void>
}

export interface Tracks {
  readonly audio: MediaStreamTrack | null
  readonly video: MediaStreamTrack | null
}

export interface MediaTransport {
  send(source: Source, tracks: Tracks, onLost: () => void): Promise<SentMedia>
  receive(feedId: string, onTrack: (track: MediaStreamTrack) => void, onLost: () => void): Promise<MediaConnection>
  close(): void
}

/** Descriptions travel through the room's socket; the browser does not know which engine answers. */
export function platformTransport(request: SendRequest, iceServers: readonly RTCIceServer[]): MediaTransport {
  const signalling = {
    async publish(source: Source, offer?: string) {
      const step = await request('media.publish', offer === undefined ? { source } : { source, offer })
      if (step.needs !== undefined) return { needs: step.needs } as const
      const { peerId = '' } = step
      if (step.offer !== undefined) return { peerId, offer: step.offer }
      return { peerId, answer: step.answer ?? '' }
    },
    subscribe: (feeds: readonly string[]) => request('media.subscribe', { feeds: [...feeds] }),
    answer: async (peerId: string, sdp: string) => void (await request('media.answer', { peerId, sdp })),
    closePeer: async (peerId: string) => void (await request('media.closePeer', { peerId })),
  }
  const lost = (onLost: () => void) => (state: string) => state === 'lost' && onLost()
  return {
    async send(source, tracks, onLost) {
      const { publishTo } = await loadMedia()
      return publishTo(signalling, { ...tracks, source, iceServers, onState: lost(onLost) })
    },
    async receive(feedId, onTrack, onLost) {
      const { subscribeTo } = await loadMedia()
      const feeds = [feedId]
      return subscribeTo(signalling, {
        feeds,
        iceServers,
        onTrack: (_, track) => onTrack(track),
        onState: lost(onLost),
      })
    },
    close: () => undefined,
  }
}
