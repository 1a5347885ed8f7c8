/** Which camera, microphone and speaker somebody chose, and whether they were on; kept in this browser. */
export interface DeviceChoices {
  readonly cameraId: string
  readonly microphoneId: string
  readonly speakerId: string
  readonly cameraOn: boolean
  readonly microphoneOn: boolean
}

const KEY = 'shuyuan.room.devices'
const initial: DeviceChoices = { cameraId: '', microphoneId: '', speakerId: '', cameraOn: true, microphoneOn: true }

export function readChoices(storage: Pick<Storage, 'getItem'> = localStorage): DeviceChoices {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return initial
    const same = Object.entries(kept).filter(
      ([name, value]) => typeof value === typeof initial[name as keyof DeviceChoices],
    )
    return { ...initial, ...Object.fromEntries(same) }
  } catch {
    return initial
  }
}

export function keepChoices(choices: DeviceChoices, storage: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    storage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // A full or forbidden storage costs the memory of the choice, nothing else.
  }
}
