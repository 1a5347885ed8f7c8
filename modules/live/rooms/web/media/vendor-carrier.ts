/** An engine with a client of its own: LiveKit. Its library is loaded in rooms that it carries, nowhere else. */
import type { RemoteTrack, RemoteTrackPublication, Room as VendorRoom } from 'livekit-client'
import type { Ask } from '../connection/requests.ts'
import type { Carrier, Sent, Source, Tracks } from './carrier.ts'

const rightPatienceMs = 10_000

/** Our feeds are named by the person and the source; theirs by a person's identity and a source. */
function feedOf(identity: string, source: string): string {
  return `${identity}:${source.startsWith('screen') ? 'screen' : 'camera'}`
}

export function vendorCarrier(ask: Ask): Carrier {
  const wanted = new Map<string, (track: MediaStreamTrack) => void>()
  const losses = new Set<() => void>()
  let entered: Promise<VendorRoom> | undefined

  const deliver = (track: RemoteTrack, identity: string, publication: RemoteTrackPublication) =>
    wanted.get(feedOf(identity, publication.source))?.(track.mediaStreamTrack)

  async function enter(): Promise<VendorRoom> {
    const [{ Room, RoomEvent }, { url, token }] = await Promise.all([import('livekit-client'), ask('media.entry')])
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

  /** Who came to watch and was given a seat since: the server gives the right where they are. */
  async function obtainRight({ localParticipant }: VendorRoom): Promise<void> {
    if (localParticipant.permissions?.canPublish !== false) return
    const { ParticipantEvent } = await import('livekit-client')
    const given = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the engine gives no right to publish')), rightPatienceMs)
      localParticipant.once(ParticipantEvent.ParticipantPermissionsChanged, () => {
        clearTimeout(late)
        resolve()
      })
    })
    await ask('media.entry')
    await given
  }

  async function send(source: Source, tracks: Tracks, onLost: () => void): Promise<Sent> {
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
    await ask('media.vendorPublished', { source })
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
      wanted.set(feedId, onTrack)
      losses.add(onLost)
      const vendor = await room()
      for (const person of vendor.remoteParticipants.values())
        for (const publication of person.trackPublications.values())
          if (publication.track) deliver(publication.track, person.identity, publication)
      return {
        stats: () => Promise.resolve(undefined),
        close() {
          wanted.delete(feedId)
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
