import { Select } from 'antd'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly kind: MediaDeviceKind
  readonly devices: readonly MediaDeviceInfo[]
  readonly chosen: string
  readonly onChoose: (deviceId: string) => void
}

const labels = { videoinput: 'check.camera', audioinput: 'check.microphone', audiooutput: 'check.speaker' } as const

/** One of the devices of a kind; hidden if there is only one. */
export function DeviceChoice({ kind, devices, chosen, onChoose }: Props) {
  const t = useText('rooms')
  const id = useId()
  // Before the first permission, browsers disclose neither ids nor names.
  const known = devices.filter((device) => device.kind === kind && device.deviceId !== '')
  if (known.length === 0) return null
  const value = known.some((device) => device.deviceId === chosen) ? chosen : known[0]?.deviceId
  return (
    <div className="room-check-choice">
      <label htmlFor={id}>{t(labels[kind])}</label>
      <Select
        id={id}
        value={value}
        onChange={onChoose}
        options={known.map((device, at) => ({
          value: device.deviceId,
          label: device.label || `${t(labels[kind])} ${at + 1}`,
        }))}
      />
    </div>
  )
}
