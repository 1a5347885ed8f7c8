/** What carries audio and video, as the room needs it. One kind for engines that speak through our socket, one for vendors. */
import { loadMedia, type PeerStats } from '#modules/live/engines/web.tsx'
import type { Ask } from '../connection/requests.ts'

export type Source = 'camera' | 'screen'

export interface Carried {
  /** undefined where it is not measured. */
  stats(): Promise<PeerStats | undefined>
  close(): void
}

export interface Sent extends Carried {
  /** Another device, or none, without a new connection. */
  replace(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void>
}

export interface Tracks {
  readonly audio: MediaStreamTrack | null
  readonly video: MediaStreamTrack | null
}

export interface Carrier {
  send(source: Source, tracks: Tracks, onLost: () => void): Promise<Sent>
  receive(feedId: string, onTrack: (track: MediaStreamTrack) => void, onLost: () => void): Promise<Carried>
  close(): void
}

/** Descriptions travel through the room's socket; the engine is never spoken to by its name. */
export function platformCarrier(ask: Ask, iceServers: readonly RTCIceServer[]): Carrier {
  const signalling = {
    async publish(source: Source, offer?: string) {
      const step = await ask('media.publish', offer === undefined ? { source } : { source, offer })
      if (step.needs !== undefined) return { needs: step.needs } as const
      const { peerId = '' } = step
      if (step.offer !== undefined) return { peerId, offer: step.offer }
      return { peerId, answer: step.answer ?? '' }
    },
    subscribe: (feeds: readonly string[]) => ask('media.subscribe', { feeds: [...feeds] }),
    answer: async (peerId: string, sdp: string) => void (await ask('media.answer', { peerId, sdp })),
    closePeer: async (peerId: string) => void (await ask('media.closePeer', { peerId })),
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
