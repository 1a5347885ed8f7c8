/**
 * This browser's own camera, microphone and screen: switched on and off, changed to another device, and what is wrong
 * with them. One for the life of the room, from the green room on, so that nothing is asked for twice.
 */
import { type DeviceChoices, keepChoices, readChoices } from './choices.ts'
import { type DeviceProblem, problemOf } from './problems.ts'

export type Medium = 'camera' | 'microphone'
export type DeviceState = 'off' | 'starting' | 'on'

export interface LocalMediaState {
  readonly camera: DeviceState
  readonly microphone: DeviceState
  readonly screen: DeviceState
  readonly cameraTrack: MediaStreamTrack | undefined
  readonly microphoneTrack: MediaStreamTrack | undefined
  readonly screenStream: MediaStream | undefined
  readonly problems: Readonly<Partial<Record<Medium, DeviceProblem>>>
  readonly devices: readonly MediaDeviceInfo[]
  readonly choices: DeviceChoices
}

const videoWish: MediaTrackConstraints = {
  width: { ideal: 960 },
  height: { ideal: 540 },
  frameRate: { ideal: 25, max: 30 },
}
const audioWish: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
const screenWish: MediaTrackConstraints = {
  frameRate: { ideal: 15, max: 25 },
  width: { max: 1920 },
  height: { max: 1080 },
}

export class LocalMedia {
  #state: LocalMediaState
  readonly #listeners = new Set<() => void>()
  /** A click while an earlier one is still at work wins over it. */
  #turn: Record<Medium, number> = { camera: 0, microphone: 0 }
  readonly #onDevices = () => void this.refreshDevices()

  constructor() {
    this.#state = {
      camera: 'off',
      microphone: 'off',
      screen: 'off',
      cameraTrack: undefined,
      microphoneTrack: undefined,
      screenStream: undefined,
      problems: {},
      devices: [],
      choices: readChoices(),
    }
    navigator.mediaDevices?.addEventListener('devicechange', this.#onDevices)
  }

  readonly get = (): LocalMediaState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(next: Partial<LocalMediaState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }

  /** Names of devices are told only after one of them was allowed. */
  async refreshDevices(): Promise<void> {
    const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
    this.#set({ devices: devices ?? [] })
  }

  #choose(next: Partial<DeviceChoices>): void {
    const choices = { ...this.#state.choices, ...next }
    keepChoices(choices)
    this.#set({ choices })
  }

  chooseSpeaker(speakerId: string): void {
    this.#choose({ speakerId })
  }

  /** Another camera or microphone; what is on goes on with it. */
  async choose(medium: Medium, deviceId: string): Promise<void> {
    this.#choose(medium === 'camera' ? { cameraId: deviceId } : { microphoneId: deviceId })
    if (this.#state[medium] !== 'off') await this.turn(medium, true)
  }

  /** Resolves to whether the device is as wished; the reason why not stands in the state. */
  async turn(medium: Medium, on: boolean): Promise<boolean> {
    const turn = ++this.#turn[medium]
    this.#choose(medium === 'camera' ? { cameraOn: on } : { microphoneOn: on })
    if (!on) {
      this.#turnOff(medium)
      return true
    }
    if (medium === 'microphone' && this.#wakeMicrophone()) return true
    this.#set(medium === 'camera' ? { camera: 'starting' } : { microphone: 'starting' })
    try {
      const track = await this.#open(medium)
      if (turn !== this.#turn[medium]) {
        track.stop()
        return false
      }
      track.addEventListener('ended', () => this.#lost(medium, track), { once: true })
      this.#replace(medium, track, 'on')
      this.#set({ problems: { ...this.#state.problems, [medium]: undefined } })
      await this.refreshDevices()
      return true
    } catch (error) {
      if (turn !== this.#turn[medium]) return false
      this.#replace(medium, undefined, 'off')
      const problem: DeviceProblem = navigator.mediaDevices ? problemOf(error) : 'insecure'
      this.#set({ problems: { ...this.#state.problems, [medium]: problem } })
      await this.refreshDevices()
      return false
    }
  }

  /** A microphone falls silent and stays open, so that it is back at once; a camera's light goes out. */
  #turnOff(medium: Medium): void {
    const track = this.#state.microphoneTrack
    if (medium === 'camera' || !track) {
      this.#replace(medium, undefined, 'off')
      return
    }
    track.enabled = false
    this.#set({ microphone: 'off' })
  }

  #wakeMicrophone(): boolean {
    const { microphoneTrack: track, microphone, choices } = this.#state
    const isChosen = choices.microphoneId === '' || track?.getSettings().deviceId === choices.microphoneId
    if (track?.readyState !== 'live' || microphone !== 'off' || !isChosen) return false
    track.enabled = true
    this.#set({ microphone: 'on' })
    return true
  }

  async #open(medium: Medium): Promise<MediaStreamTrack> {
    const { cameraId, microphoneId } = this.#state.choices
    const id = medium === 'camera' ? cameraId : microphoneId
    const wish = medium === 'camera' ? videoWish : audioWish
    const ask = (constraints: MediaTrackConstraints) =>
      navigator.mediaDevices.getUserMedia(medium === 'camera' ? { video: constraints } : { audio: constraints })
    let stream: MediaStream
    try {
      stream = await ask(id === '' ? wish : { ...wish, deviceId: { exact: id } })
    } catch (error) {
      // The device of last time is not there today: any other is better than none.
      if (id === '' || problemOf(error) !== 'none') throw error
      stream = await ask(wish)
    }
    const [track] = stream.getTracks()
    if (!track) throw new Error('a stream without a track')
    track.contentHint = medium === 'camera' ? 'motion' : 'speech'
    return track
  }

  #replace(medium: Medium, track: MediaStreamTrack | undefined, state: DeviceState): void {
    if (medium === 'camera') {
      this.#state.cameraTrack?.stop()
      this.#set({ cameraTrack: track, camera: state })
    } else {
      this.#state.microphoneTrack?.stop()
      this.#set({ microphoneTrack: track, microphone: state })
    }
  }

  /** It was pulled out, or taken away by the system. */
  #lost(medium: Medium, track: MediaStreamTrack): void {
    if (track !== this.#state.cameraTrack && track !== this.#state.microphoneTrack) return
    this.#replace(medium, undefined, 'off')
    this.#set({ problems: { ...this.#state.problems, [medium]: 'none' } })
    void this.refreshDevices()
  }

  /** Rejects where the person closes the browser's choice; nothing is wrong then. */
  async startScreen(): Promise<MediaStream> {
    this.#set({ screen: 'starting' })
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: screenWish, audio: true })
      const [track] = stream.getVideoTracks()
      if (track) {
        track.contentHint = 'detail'
        track.addEventListener('ended', () => this.stopScreen(), { once: true })
      }
      this.#set({ screen: 'on', screenStream: stream })
      return stream
    } catch (error) {
      this.#set({ screen: 'off' })
      throw error
    }
  }

  stopScreen(): void {
    for (const track of this.#state.screenStream?.getTracks() ?? []) track.stop()
    this.#set({ screen: 'off', screenStream: undefined })
  }

  /** Everything off, without changing what was chosen. */
  close(): void {
    this.#turn = { camera: this.#turn.camera + 1, microphone: this.#turn.microphone + 1 }
    navigator.mediaDevices?.removeEventListener('devicechange', this.#onDevices)
    this.#replace('camera', undefined, 'off')
    this.#replace('microphone', undefined, 'off')
    this.stopScreen()
  }
}
