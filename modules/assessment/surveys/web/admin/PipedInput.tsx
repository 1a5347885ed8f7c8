import { Dropdown, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type SurveyQuestion, titleLengthMax } from '../../contract/content.ts'
import { storedText, withToken, writtenText } from './piping.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly isWrong: boolean
  readonly autoFocus: boolean
  readonly numbers: ReadonlyMap<string, number>
  /** Whose answers may stand in the text. */
  readonly earlier: readonly SurveyQuestion[]
  readonly onChange: (text: string) => void
}

/** A title, in which answers to earlier questions may stand: `{{Q3}}` as the author sees it. */
export function PipedInput({ label, value, isWrong, autoFocus, numbers, earlier, onChange }: Props) {
  const t = useText('surveys')
  const field = useRef<TextAreaRef>(null)
  const text = writtenText(value, numbers)
  const change = (written: string) => onChange(storedText(written, numbers))
  const insert = (number: number) => {
    const at = field.current?.resizableTextArea?.textArea.selectionStart ?? text.length
    change(withToken(text, at, number))
    field.current?.focus()
  }
  const items = earlier.map(({ id, title }) => ({
    key: id,
    label: `Q${numbers.get(id)} ${writtenText(title, numbers)}`,
    onClick: () => insert(numbers.get(id) ?? 0),
  }))
  return (
    <div className="sb-piped">
      <Input.TextArea
        ref={field}
        autoFocus={autoFocus}
        aria-label={label}
        placeholder={label}
        status={isWrong ? 'error' : ''}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={titleLengthMax}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {items.length > 0 && (
        <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
          <button type="button" className="sy-link sb-small-link">
            <Icon name="plus" size={14} />
            {t('builder.insertAnswer')}
          </button>
        </Dropdown>
      )}
    </div>
  )
}
