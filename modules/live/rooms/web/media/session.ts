/**
 * Audio and video of this browser in the room. The session keeps sent and received media equal to the desired media
 * (`desired-media.ts`), reconnects after losses, and measures who speaks and how good the network is.
 */
import { USE_STREAM } from '../../contract/errors.ts'
import { Refused } from '../connection/channel.ts'
import type { SendRequest } from '../connection/requests.ts'
import type { RoomView } from '../state/room-state.ts'
import type { RoomStore } from '../state/room-store.ts'
import { desiredMedia } from './desired-media.ts'
import type { Indicators } from './indicators.ts'
import { type LevelProbe, probeLevel } from './levels.ts'
import type { LocalMedia } from './local-media.ts'
import { type Quality, qualityBetween, shownQuality, type Totals } from './quality.ts'
import { Reconnecting } from './reconnecting.ts'
import { nextSpeaking, nobodySpeaks } from './speaking.ts'
import type { Streams } from './streams.ts'
import type { MediaConnection, MediaTransport, SentMedia, Source, Tracks } from './transport.ts'

const MEASURE_MS = 500
/** The quality is evaluated after this many measurements. */
const MEASUREMENTS_PER_EVALUATION = 6
/**
 * If peers receive nothing for this long although a person sends, the session tries the stream, and the other way
 * round.
 */
const PATIENCE_MS = 8000
const mediaNames = ['microphone', 'camera', 'screen'] as const

interface Options {
  readonly store: RoomStore
  readonly local: LocalMedia
  readonly streams: Streams
  readonly indicators: Indicators
  readonly transport: MediaTransport
  readonly request: SendRequest
  readonly canPlayStream: () => boolean
  readonly now?: () => number
}

interface Receiving {
  readonly connection: Reconnecting<MediaConnection>
  readonly since: number
  packets: number
}

export class MediaSession {
  readonly #options: Options
  readonly #received = new Map<string, Receiving>()
  readonly #sent = new Map<Source, { readonly connection: Reconnecting<SentMedia>; tracks: Tracks }>()
  readonly #stops: (() => void)[]
  readonly #now: () => number
  #prefersStream = false
  /** The last reported state, and the places on the stage at that time. */
  #reported: { readonly text: string; readonly seats: RoomView['seats'] } | undefined
  #engineRound: number
  #speaking = nobodySpeaks
  #measurements = 0
  #totals = new Map<string, Totals>()
  #lately: Quality[] = []
  #previousQuality: Quality | undefined
  #ownLevel: { readonly track: MediaStreamTrack; readonly probe: LevelProbe } | undefined

  constructor(options: Options) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#engineRound = options.store.get()?.engineRound ?? 0
    const timer = setInterval(() => void this.#measure(), MEASURE_MS)
    this.#stops = [
      options.store.subscribe(() => this.reconcile()),
      options.local.subscribe(() => this.reconcile()),
      () => clearInterval(timer),
    ]
    this.reconcile()
  }

  /** Opens and closes connections to match the desired media. Cheap if nothing changed. */
  reconcile(): void {
    const { store, local } = this.#options
    const view = store.get()
    if (!view) return
    if (view.engineRound !== this.#engineRound) {
      this.#engineRound = view.engineRound
      this.#closeAll()
    }
    const desired = desiredMedia(view, local.get(), this.#prefersStream)
    const { cameraTrack, microphoneTrack, screenStream } = local.get()
    this.#syncSent('camera', desired.publishesCamera, { audio: microphoneTrack ?? null, video: cameraTrack ?? null })
    this.#syncSent('screen', desired.publishesScreen, {
      audio: screenStream?.getAudioTracks()[0] ?? null,
      video: screenStream?.getVideoTracks()[0] ?? null,
    })
    for (const feedId of this.#received.keys()) if (!desired.feeds.includes(feedId)) this.#stopReceiving(feedId)
    for (const feedId of desired.feeds) if (!this.#received.has(feedId)) this.#startReceiving(feedId)
    this.#options.indicators.set({ stream: desired.stream })
    if (desired.publishesCamera) this.#reportState(view)
  }

  /** The room is back: pending retries run now. */
  hurry(): void {
    this.#reported = undefined
    this.reconcile()
    for (const { connection } of this.#sent.values()) connection.hurry()
    for (const { connection } of this.#received.values()) connection.hurry()
  }

  /** The stream receives nothing either: the session tries peers again. */
  streamFailed(): void {
    if (!this.#prefersStream) return
    this.#prefersStream = false
    this.reconcile()
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#closeAll()
    this.#ownLevel?.probe.close()
    this.#options.transport.close()
  }

  #closeAll(): void {
    for (const { connection } of this.#sent.values()) connection.close()
    this.#sent.clear()
    for (const feedId of [...this.#received.keys()]) this.#stopReceiving(feedId)
    this.#reported = undefined
  }

  #syncSent(source: Source, wants: boolean, tracks: Tracks): void {
    const open = this.#sent.get(source)
    if (!wants) {
      open?.connection.close()
      this.#sent.delete(source)
      return
    }
    if (!open) {
      const entry: { connection: Reconnecting<SentMedia>; tracks: Tracks } = {
        tracks,
        connection: new Reconnecting<SentMedia>({
          make: (onLost) => this.#options.transport.send(source, this.#sent.get(source)?.tracks ?? tracks, onLost),
          // A device may have been switched in the meantime.
          onMade: (made) => void this.#replace(made, entry.tracks),
        }),
      }
      this.#sent.set(source, entry)
      return
    }
    if (open.tracks.audio === tracks.audio && open.tracks.video === tracks.video) return
    open.tracks = tracks
    if (open.connection.current) void this.#replace(open.connection.current, tracks)
  }

  async #replace(sent: SentMedia, { audio, video }: Tracks): Promise<void> {
    await Promise.all([sent.replace('audio', audio), sent.replace('video', video)]).catch(() => undefined)
  }

  /**
   * Reports the devices that are on, for the icons of others; again if the room has another state, as on a new place.
   */
  #reportState({ seats, me }: RoomView): void {
    const seat = seats.find((one) => one.participantId === me.id)
    if (!seat) return
    const { microphone, camera, screenStream } = this.#options.local.get()
    const state = { microphone: microphone === 'on', camera: camera === 'on', screen: screenStream !== undefined }
    const isKnown = mediaNames.every((name) => seat[name] === state[name])
    const text = JSON.stringify(state)
    if (isKnown || (this.#reported?.text === text && this.#reported.seats === seats)) return
    this.#reported = { text, seats }
    this.#options.request('media.state', state).catch((failure: unknown) => {
      if (!(failure instanceof Refused)) this.#reported = undefined
    })
  }

  #startReceiving(feedId: string): void {
    const { transport, streams } = this.#options
    const connection = new Reconnecting<MediaConnection>({
      make: (onLost) => transport.receive(feedId, (track) => streams.add(feedId, track), onLost),
      onFailed: (error) => {
        if (!(error instanceof Refused) || error.code !== USE_STREAM.code) return false
        this.#turnToStream()
        return true
      },
    })
    this.#received.set(feedId, { connection, since: this.#now(), packets: 0 })
  }

  #stopReceiving(feedId: string): void {
    this.#received.get(feedId)?.connection.close()
    this.#received.delete(feedId)
    this.#options.streams.remove(feedId)
  }

  #turnToStream(): void {
    if (!this.#options.canPlayStream()) return
    this.#prefersStream = true
    this.reconcile()
  }

  async #measure(): Promise<void> {
    const evaluates = ++this.#measurements % MEASUREMENTS_PER_EVALUATION === 0
    const levels = new Map<string, number>()
    const me = this.#options.store.get()?.me.id
    const own = this.#levelOfMicrophone()
    if (me !== undefined && own !== undefined) levels.set(me, own)
    const all = [...this.#received].map(async ([feedId, receiving]) => {
      const stats = await receiving.connection.current?.stats().catch(() => undefined)
      if (!stats) return
      receiving.packets = stats.packets
      if (stats.packets > 0) receiving.connection.confirmWorking()
      if (feedId.endsWith(':camera')) levels.set(feedId.slice(0, -':camera'.length), stats.audioLevel)
      if (evaluates) this.#evaluateQuality(feedId, stats)
    })
    await Promise.all(all)
    this.#speaking = nextSpeaking(this.#speaking, levels, this.#now())
    this.#options.indicators.set({ speaking: this.#speaking.participantId })
    if (evaluates) await this.#evaluateNetwork()
    if (this.#hasNothing()) this.#turnToStream()
  }

  #levelOfMicrophone(): number | undefined {
    const { microphone, microphoneTrack: track } = this.#options.local.get()
    if (microphone !== 'on' || !track || !this.#sent.has('camera')) return undefined
    if (this.#ownLevel?.track !== track) {
      this.#ownLevel?.probe.close()
      this.#ownLevel = { track, probe: probeLevel(new MediaStream([track])) }
    }
    return this.#ownLevel.probe.level()
  }

  #evaluateQuality(name: string, now: Totals): void {
    const before = this.#totals.get(name)
    this.#totals.set(name, now)
    if (before && now.packets >= before.packets) this.#lately.push(qualityBetween(before, now))
  }

  /** The worst quality of all connections, once an evaluation. */
  async #evaluateNetwork(): Promise<void> {
    const stats = await this.#sent
      .get('camera')
      ?.connection.current?.stats()
      .catch(() => undefined)
    if (stats) this.#evaluateQuality('own camera', stats)
    const worst = (['poor', 'fair', 'good'] as const).find((quality) => this.#lately.includes(quality))
    const previous = this.#previousQuality
    this.#lately = []
    if (worst === undefined) return
    this.#previousQuality = worst
    const { indicators } = this.#options
    indicators.set({
      quality: shownQuality(indicators.get().quality, previous === undefined ? [worst] : [previous, worst]),
    })
  }

  /** Nothing has arrived for a while, although a person has microphone or camera on. */
  #hasNothing(): boolean {
    const seats = this.#options.store.get()?.seats ?? []
    const sending = new Set(seats.filter((seat) => seat.camera || seat.microphone).map((seat) => seat.participantId))
    const expected = [...this.#received].filter(([feedId]) => sending.has(feedId.replace(/:\w+$/, '')))
    const patience = this.#now() - PATIENCE_MS
    return expected.length > 0 && expected.every(([, { packets, since }]) => packets === 0 && since < patience)
  }
}
