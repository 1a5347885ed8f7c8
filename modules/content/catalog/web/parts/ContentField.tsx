import { Button } from 'antd'
import { useId, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ContentChoice } from '../../contract.ts'
import ContentPicker, { type ContentRef, type OfferedKinds } from './ContentPicker.tsx'

export interface ContentFieldProps extends OfferedKinds {
  /** A field of a form hands it `id`, `value` and `onChange`. */
  readonly id?: string
  readonly value?: ContentRef | null
  readonly onChange?: (value: ContentChoice | null) => void
  /** What the item that is chosen at first is called. */
  readonly name?: string | null
  /** Title of the list, and what stands in the empty field. */
  readonly label: string
  readonly isWrong?: boolean
  /** Nothing need be chosen. */
  readonly isOptional?: boolean
}

/** A field for one item of content: it shows its name, and opens the list. */
export default function ContentField(props: ContentFieldProps) {
  const { id, value = null, onChange, name, label, isWrong = false, isOptional = false, ...offered } = props
  const t = useText('catalog')
  const nameId = useId()
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState<ContentChoice>()
  const shown = picked && picked.businessId === value?.businessId ? picked.name : name
  return (
    <span className="ca-field">
      <Button
        id={id}
        block
        danger={isWrong}
        aria-haspopup="dialog"
        aria-describedby={nameId}
        icon={<Icon name="search" size={16} />}
        onClick={() => setOpen(true)}
      >
        <span id={nameId} className={value === null ? 'sy-faint' : undefined}>
          {value === null ? label : (shown ?? label)}
        </span>
      </Button>
      {isOptional && value !== null && (
        <Button
          type="text"
          aria-label={t('pick.remove', { name: shown ?? label })}
          icon={<Icon name="close" size={16} />}
          onClick={() => onChange?.(null)}
        />
      )}
      {open && (
        <ContentPicker
          {...offered}
          title={label}
          max={1}
          onClose={() => setOpen(false)}
          onPick={([item]) => {
            setPicked(item)
            onChange?.(item ?? null)
          }}
        />
      )}
    </span>
  )
}
