import { useState } from 'react'
import MemberPicker, { type PickerProps } from './MemberPicker.tsx'

export interface MemberIdPickerProps extends PickerProps {
  readonly value?: string | null
  readonly onChange?: (memberId: string | null) => void
  /** The name of the member that is chosen at first. */
  readonly initialName?: string
}

/** A picker of one member for forms that keep the id alone. */
export default function MemberIdPicker({ value, onChange, initialName = '', ...picker }: MemberIdPickerProps) {
  const [fullName, setFullName] = useState(initialName)
  return (
    <MemberPicker
      {...picker}
      max={1}
      value={value ? [{ id: value, fullName }] : []}
      onChange={([member]) => {
        setFullName(member?.fullName ?? '')
        onChange?.(member?.id ?? null)
      }}
    />
  )
}
