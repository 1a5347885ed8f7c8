/**
 * Audio and video of this browser in the room: keeps what is sent and received equal to what the room's state wants
 * (`wanted.ts`), makes anew what is lost, and measures who speaks and how good the network is.
 */
import { USE_STREAM } from '../../contract/errors.ts'
import { Refused } from '../connection/channel.ts'
import type { Ask } from '../connection/requests.ts'
import type { RoomView } from '../state/room-state.ts'
import type { RoomStore } from '../state/room-store.ts'
import type { Carried, Carrier, Sent, Source, Tracks } from './carrier.ts'
import { Kept } from './kept.ts'
import { type LevelProbe, probeLevel } from './levels.ts'
import type { LocalMedia } from './local-media.ts'
import { type Quality, qualityBetween, shownQuality, type Totals } from './quality.ts'
import type { Signs } from './signs.ts'
import { nextSpeaking, nobodySpeaks } from './speaking.ts'
import type { Streams } from './streams.ts'
import { wantedOf } from './wanted.ts'

const LOOK_MS = 500
/** Every so many looks the network is judged. */
const LOOKS_A_JUDGEMENT = 6
/** Where nothing has come by peers for so long although somebody sends, the stream is tried, and the other way round. */
const PATIENCE_MS = 8000
const mediaNames = ['microphone', 'camera', 'screen'] as const

interface Options {
  readonly store: RoomStore
  readonly local: LocalMedia
  readonly streams: Streams
  readonly signs: Signs
  readonly carrier: Carrier
  readonly ask: Ask
  readonly canPlayStream: () => boolean
  readonly now?: () => number
}

interface Receiving {
  readonly kept: Kept<Carried>
  readonly since: number
  packets: number
}

export class MediaSession {
  readonly #options: Options
  readonly #received = new Map<string, Receiving>()
  readonly #sent = new Map<Source, { readonly kept: Kept<Sent>; tracks: Tracks }>()
  readonly #stops: (() => void)[]
  readonly #now: () => number
  #prefersStream = false
  /** What was told last, and about which seats. */
  #told: { readonly text: string; readonly seats: RoomView['seats'] } | undefined
  #engineRound: number
  #speaking = nobodySpeaks
  #looks = 0
  #totals = new Map<string, Totals>()
  #lately: Quality[] = []
  #previousQuality: Quality | undefined
  #ownLevel: { readonly track: MediaStreamTrack; readonly probe: LevelProbe } | undefined

  constructor(options: Options) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#engineRound = options.store.get()?.engineRound ?? 0
    const timer = setInterval(() => void this.#look(), LOOK_MS)
    this.#stops = [
      options.store.subscribe(() => this.reconcile()),
      options.local.subscribe(() => this.reconcile()),
      () => clearInterval(timer),
    ]
    this.reconcile()
  }

  /** Brings what is open in line with what is wanted. Cheap where nothing changed. */
  reconcile(): void {
    const { store, local } = this.#options
    const view = store.get()
    if (!view) return
    if (view.engineRound !== this.#engineRound) {
      this.#engineRound = view.engineRound
      this.#closeAll()
    }
    const wanted = wantedOf(view, local.get(), this.#prefersStream)
    const { cameraTrack, microphoneTrack, screenStream } = local.get()
    this.#wantSent('camera', wanted.publishesCamera, { audio: microphoneTrack ?? null, video: cameraTrack ?? null })
    this.#wantSent('screen', wanted.publishesScreen, {
      audio: screenStream?.getAudioTracks()[0] ?? null,
      video: screenStream?.getVideoTracks()[0] ?? null,
    })
    for (const feedId of this.#received.keys()) if (!wanted.feeds.includes(feedId)) this.#stopReceiving(feedId)
    for (const feedId of wanted.feeds) if (!this.#received.has(feedId)) this.#startReceiving(feedId)
    this.#options.signs.set({ stream: wanted.stream })
    if (wanted.publishesCamera) this.#tellState(view)
  }

  /** The room is back: what was waiting for its next try is tried now. */
  hurry(): void {
    this.#told = undefined
    this.reconcile()
    for (const { kept } of this.#sent.values()) kept.hurry()
    for (const { kept } of this.#received.values()) kept.hurry()
  }

  /** The stream brings nothing either: peers are tried again. */
  streamFailed(): void {
    if (!this.#prefersStream) return
    this.#prefersStream = false
    this.reconcile()
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#closeAll()
    this.#ownLevel?.probe.close()
    this.#options.carrier.close()
  }

  #closeAll(): void {
    for (const { kept } of this.#sent.values()) kept.close()
    this.#sent.clear()
    for (const feedId of [...this.#received.keys()]) this.#stopReceiving(feedId)
    this.#told = undefined
  }

  #wantSent(source: Source, wants: boolean, tracks: Tracks): void {
    const open = this.#sent.get(source)
    if (!wants) {
      open?.kept.close()
      this.#sent.delete(source)
      return
    }
    if (!open) {
      const entry: { kept: Kept<Sent>; tracks: Tracks } = {
        tracks,
        kept: new Kept<Sent>({
          make: (onLost) => this.#options.carrier.send(source, this.#sent.get(source)?.tracks ?? tracks, onLost),
          // What was switched while it was being made.
          onMade: (made) => void this.#replace(made, entry.tracks),
        }),
      }
      this.#sent.set(source, entry)
      return
    }
    if (open.tracks.audio === tracks.audio && open.tracks.video === tracks.video) return
    open.tracks = tracks
    if (open.kept.current) void this.#replace(open.kept.current, tracks)
  }

  async #replace(sent: Sent, { audio, video }: Tracks): Promise<void> {
    await Promise.all([sent.replace('audio', audio), sent.replace('video', video)]).catch(() => undefined)
  }

  /** What is switched on, for the icons that others see; told again where the room has it otherwise, as on a new seat. */
  #tellState({ seats, me }: RoomView): void {
    const seat = seats.find((one) => one.participantId === me.id)
    if (!seat) return
    const { microphone, camera, screenStream } = this.#options.local.get()
    const state = { microphone: microphone === 'on', camera: camera === 'on', screen: screenStream !== undefined }
    const isKnown = mediaNames.every((name) => seat[name] === state[name])
    const text = JSON.stringify(state)
    if (isKnown || (this.#told?.text === text && this.#told.seats === seats)) return
    this.#told = { text, seats }
    this.#options.ask('media.state', state).catch((failure: unknown) => {
      if (!(failure instanceof Refused)) this.#told = undefined
    })
  }

  #startReceiving(feedId: string): void {
    const { carrier, streams } = this.#options
    const kept = new Kept<Carried>({
      make: (onLost) => carrier.receive(feedId, (track) => streams.add(feedId, track), onLost),
      onFailed: (error) => {
        if (!(error instanceof Refused) || error.code !== USE_STREAM.code) return false
        this.#turnToStream()
        return true
      },
    })
    this.#received.set(feedId, { kept, since: this.#now(), packets: 0 })
  }

  #stopReceiving(feedId: string): void {
    this.#received.get(feedId)?.kept.close()
    this.#received.delete(feedId)
    this.#options.streams.remove(feedId)
  }

  #turnToStream(): void {
    if (!this.#options.canPlayStream()) return
    this.#prefersStream = true
    this.reconcile()
  }

  async #look(): Promise<void> {
    const judges = ++this.#looks % LOOKS_A_JUDGEMENT === 0
    const levels = new Map<string, number>()
    const me = this.#options.store.get()?.me.id
    const own = this.#levelOfMicrophone()
    if (me !== undefined && own !== undefined) levels.set(me, own)
    const all = [...this.#received].map(async ([feedId, receiving]) => {
      const stats = await receiving.kept.current?.stats().catch(() => undefined)
      if (!stats) return
      receiving.packets = stats.packets
      if (stats.packets > 0) receiving.kept.proven()
      if (feedId.endsWith(':camera')) levels.set(feedId.slice(0, -':camera'.length), stats.audioLevel)
      if (judges) this.#judge(feedId, stats)
    })
    await Promise.all(all)
    this.#speaking = nextSpeaking(this.#speaking, levels, this.#now())
    this.#options.signs.set({ speaking: this.#speaking.participantId })
    if (judges) await this.#judgeNetwork()
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

  #judge(name: string, now: Totals): void {
    const before = this.#totals.get(name)
    this.#totals.set(name, now)
    if (before && now.packets >= before.packets) this.#lately.push(qualityBetween(before, now))
  }

  /** The worst of what is carried, once a judgement. */
  async #judgeNetwork(): Promise<void> {
    const stats = await this.#sent
      .get('camera')
      ?.kept.current?.stats()
      .catch(() => undefined)
    if (stats) this.#judge('own camera', stats)
    const worst = (['poor', 'fair', 'good'] as const).find((quality) => this.#lately.includes(quality))
    const previous = this.#previousQuality
    this.#lately = []
    if (worst === undefined) return
    this.#previousQuality = worst
    const { signs } = this.#options
    signs.set({ quality: shownQuality(signs.get().quality, previous === undefined ? [worst] : [previous, worst]) })
  }

  /** Nothing has come for a while, although somebody has microphone or camera on. */
  #hasNothing(): boolean {
    const seats = this.#options.store.get()?.seats ?? []
    const sending = new Set(seats.filter((seat) => seat.camera || seat.microphone).map((seat) => seat.participantId))
    const expected = [...this.#received].filter(([feedId]) => sending.has(feedId.replace(/:\w+$/, '')))
    const patience = this.#now() - PATIENCE_MS
    return expected.length > 0 && expected.every(([, { packets, since }]) => packets === 0 && since < patience)
  }
}
