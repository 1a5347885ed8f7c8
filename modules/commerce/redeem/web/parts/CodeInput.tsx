import { Input } from 'antd'
import { formatCardCode } from '../../contract/card-codes.ts'

interface Props {
  readonly value?: string
  readonly onChange?: (typed: string) => void
  readonly label: string
  readonly id?: string
  readonly autoFocus?: boolean
}

/** A code as it stands on a card: groups of four, set apart while it is typed or pasted. */
export function CodeInput({ value = '', onChange, label, ...rest }: Props) {
  return (
    <Input
      className="rd-code"
      size="large"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
      placeholder="XXXX-XXXX-XXXX-XXXX"
      aria-label={label}
      value={value}
      // Whoever corrects a symbol in the middle keeps the place: the groups wait until the end or the field is left.
      onChange={({ target }) => {
        const isAtEnd = target.selectionStart === null || target.selectionStart === target.value.length
        onChange?.(isAtEnd ? formatCardCode(target.value) : target.value)
      }}
      onBlur={() => onChange?.(formatCardCode(value))}
      {...rest}
    />
  )
}
