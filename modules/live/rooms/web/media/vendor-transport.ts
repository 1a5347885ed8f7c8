/** An engine with its own client: LiveKit. Its library is loaded only in rooms that use it. */
import type { RemoteTrack, RemoteTrackPublication, Room as VendorRoom } from 'livekit-client'
import type { SendRequest } from '../connection/requests.ts'
import type { MediaTransport, SentMedia, Source, Tracks } from './transport.ts'

const rightPatienceMs = 10_000

/** Our feed id combines the person and the source; LiveKit has a person's identity and a source. */
function feedOf(identity: string, source: string): string {
  return `${identity}:${source.startsWith('screen') ? 'screen' : 'camera'}`
}

export function vendorTransport(request: SendRequest): MediaTransport {
  const listeners = new Map<string, (track: MediaStreamTrack) => void>()
  const losses = new Set<() => void>()
  let entered: Promise<VendorRoom> | undefined

  const deliver = (track: RemoteTrack, identity: string, publication: RemoteTrackPublication) =>
    listeners.get(feedOf(identity, publication.source))?.(track.mediaStreamTrack)

  async function enter(): Promise<VendorRoom> {
    const [{ Room, RoomEvent }, { url, token }] = await Promise.all([import('livekit-client'), request('media.entry')])
    const room = new Room({ adaptiveStream: false, dynacast: true })
    room.on(RoomEvent.TrackSubscribed, (track, publication, person) => deliver(track, person.identity, publication))
    room.on(RoomEvent.Disconnected, () => {
      entered = undefined
      for (const onLost of [...losses]) onLost()
    })
    await room.connect(url, token)
    return room
  }
  function room(): Promise<VendorRoom> {
    entered ??= enter().catch((error: unknown) => {
      entered = undefined
      throw error
    })
    return entered
  }

  /** A viewer who joined the stage later: the server grants the right without a new connection. */
  async function obtainRight({ localParticipant }: VendorRoom): Promise<void> {
    if (localParticipant.permissions?.canPublish !== false) return
    const { ParticipantEvent } = await import('livekit-client')
    const given = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the engine did not grant the right to publish')), rightPatienceMs)
      localParticipant.once(ParticipantEvent.ParticipantPermissionsChanged, () => {
        clearTimeout(late)
        resolve()
      })
    })
    await request('media.entry')
    await given
  }

  async function send(source: Source, tracks: Tracks, onLost: () => void): Promise<SentMedia> {
    const [{ Track }, vendor] = await Promise.all([import('livekit-client'), room()])
    await obtainRight(vendor)
    const sources =
      source === 'camera'
        ? { audio: Track.Source.Microphone, video: Track.Source.Camera }
        : { audio: Track.Source.ScreenShareAudio, video: Track.Source.ScreenShare }
    const sent = new Map<'audio' | 'video', MediaStreamTrack>()
    const replace = async (kind: 'audio' | 'video', track: MediaStreamTrack | null) => {
      const before = sent.get(kind)
      if (before === (track ?? undefined)) return
      if (before) await vendor.localParticipant.unpublishTrack(before, false)
      sent.delete(kind)
      if (!track) return
      await vendor.localParticipant.publishTrack(track, { source: sources[kind] })
      sent.set(kind, track)
    }
    await replace('audio', tracks.audio)
    await replace('video', tracks.video)
    await request('media.vendorPublished', { source })
    losses.add(onLost)
    return {
      replace,
      stats: () => Promise.resolve(undefined),
      close() {
        losses.delete(onLost)
        for (const track of sent.values()) void vendor.localParticipant.unpublishTrack(track, false)
      },
    }
  }

  return {
    send,
    async receive(feedId, onTrack, onLost) {
      listeners.set(feedId, onTrack)
      losses.add(onLost)
      const vendor = await room()
      for (const person of vendor.remoteParticipants.values())
        for (const publication of person.trackPublications.values())
          if (publication.track) deliver(publication.track, person.identity, publication)
      return {
        stats: () => Promise.resolve(undefined),
        close() {
          listeners.delete(feedId)
          losses.delete(onLost)
        },
      }
    },
    close() {
      losses.clear()
      void entered?.then((vendor) => vendor.disconnect()).catch(() => undefined)
    },
  }
}
