import { useState } from 'react'
import MemberPicker, { type PickerProps } from './MemberPicker.tsx'

export interface MemberIdPickerProps extends PickerProps {
  readonly value?: string | null
  readonly onChange?: (memberId: string | null) => void
  /** The name of the initially chosen member. */
  readonly initialName?: string
}

/** A picker of one member, for forms with an id only. */
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
