/**
 * This browser's own camera, microphone and screen: on and off, change of device, and their problems. One instance for
 * the life of the room, from the green room on, so that the browser prompts only once.
 */
import { type DeviceChoices, readChoices, saveChoices } from './choices.ts'
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

const videoConstraints: MediaTrackConstraints = {
  width: { ideal: 960 },
  height: { ideal: 540 },
  frameRate: { ideal: 25, max: 30 },
}
const audioConstraints: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
}
const screenConstraints: MediaTrackConstraints = {
  frameRate: { ideal: 15, max: 25 },
  width: { max: 1920 },
  height: { max: 1080 },
}

export class LocalMedia {
  #state: LocalMediaState
  readonly #listeners = new Set<() => void>()
  /** A later click overrides an earlier one that is still in progress. */
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

  /** Browsers disclose device names only after the first permission. */
  async refreshDevices(): Promise<void> {
    const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
    this.#set({ devices: devices ?? [] })
  }

  #choose(next: Partial<DeviceChoices>): void {
    const choices = { ...this.#state.choices, ...next }
    saveChoices(choices)
    this.#set({ choices })
  }

  chooseSpeaker(speakerId: string): void {
    this.#choose({ speakerId })
  }

  /** Changes the camera or the microphone; a medium that is on continues with the new device. */
  async choose(medium: Medium, deviceId: string): Promise<void> {
    this.#choose(medium === 'camera' ? { cameraId: deviceId } : { microphoneId: deviceId })
    if (this.#state[medium] !== 'off') await this.turn(medium, true)
  }

  /** Resolves to whether the device is in the requested state; otherwise the state contains the problem. */
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

  /** A muted microphone stays open, so that it is back at once; a camera is closed, so that its light goes out. */
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
    const constraints = medium === 'camera' ? videoConstraints : audioConstraints
    const open = (requested: MediaTrackConstraints) =>
      navigator.mediaDevices.getUserMedia(medium === 'camera' ? { video: requested } : { audio: requested })
    let stream: MediaStream
    try {
      stream = await open(id === '' ? constraints : { ...constraints, deviceId: { exact: id } })
    } catch (error) {
      // The last device is missing today: any other device is better than none.
      if (id === '' || problemOf(error) !== 'none') throw error
      stream = await open(constraints)
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

  /** The device was unplugged, or the system took it away. */
  #lost(medium: Medium, track: MediaStreamTrack): void {
    if (track !== this.#state.cameraTrack && track !== this.#state.microphoneTrack) return
    this.#replace(medium, undefined, 'off')
    this.#set({ problems: { ...this.#state.problems, [medium]: 'none' } })
    void this.refreshDevices()
  }

  /** Rejects if the person closes the browser's dialog; that is no problem. */
  async startScreen(): Promise<MediaStream> {
    this.#set({ screen: 'starting' })
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: screenConstraints, audio: true })
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

  /** Switches everything off, without changing the stored choice. */
  close(): void {
    this.#turn = { camera: this.#turn.camera + 1, microphone: this.#turn.microphone + 1 }
    navigator.mediaDevices?.removeEventListener('devicechange', this.#onDevices)
    this.#replace('camera', undefined, 'off')
    this.#replace('microphone', undefined, 'off')
    this.stopScreen()
  }
}
