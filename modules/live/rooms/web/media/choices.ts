/** The person's choice of camera, microphone and speaker, and their on/off state; stored in this browser. */
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

export function saveChoices(choices: DeviceChoices, storage: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    storage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // If the storage is full or forbidden, only the choice is lost.
  }
}
