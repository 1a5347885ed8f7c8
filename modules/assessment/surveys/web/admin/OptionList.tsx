import { Button, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import type { SurveyOption } from '../../contract/content.ts'
import { nextOptionId, optionsOfLines } from './draft.ts'

interface Props {
  readonly label: string
  readonly addLabel: string
  readonly options: readonly SurveyOption[]
  readonly min: number
  readonly max: number
  readonly showsWrong: boolean
  /** Numbers that published options have or had. */
  readonly takenMax?: number | undefined
  /** Options may be reworded and moved alone. */
  readonly isFixed?: boolean
  readonly onChange: (options: SurveyOption[]) => void
}

/** Texts that are chosen from: typed one after the other with Enter, pasted as lines, put into order. */
export function OptionList(props: Props) {
  const {
    label,
    addLabel,
    options,
    min,
    max,
    showsWrong,
    takenMax: publishedMax = 0,
    isFixed = false,
    onChange,
  } = props
  const t = useText('surveys')
  const place = useRef<HTMLDivElement>(null)
  /** The numbers that were given while the editor is open are not given again. */
  const takenMax = useRef(0)
  takenMax.current = Math.max(takenMax.current, publishedMax, ...options.map(({ id }) => id))
  const [lines, setLines] = useState<string>()
  const focusAt = (at: number) =>
    setTimeout(() => place.current?.querySelectorAll<HTMLInputElement>('li input')[at]?.focus())
  const addBehind = (at: number) => {
    if (isFixed || options.length >= max) return
    onChange(options.toSpliced(at + 1, 0, { id: nextOptionId(options, takenMax.current), text: '' }))
    focusAt(at + 1)
  }
  const remove = (at: number) => {
    onChange(options.toSpliced(at, 1))
    focusAt(Math.max(0, at - 1))
  }
  return (
    <div ref={place} className="sb-options">
      <span className="sb-label">{label}</span>
      <SortableList
        items={options}
        keyOf={({ id }) => String(id)}
        nameOf={({ text }, at) => text || t('builder.option', { number: at + 1 })}
        className="sy-plain-list sb-option-list"
        onMove={(from, to) => {
          onChange(withMoved(options, from, to))
          return Promise.resolve()
        }}
        {...(options.length > min && !isFixed && { onRemove: remove })}
      >
        {({ id, text }, at, moves) => (
          <>
            <Input
              aria-label={`${label} ${at + 1}`}
              maxLength={500}
              status={showsWrong && text.trim() === '' ? 'error' : ''}
              value={text}
              onChange={({ target }) =>
                onChange(options.map((option) => (option.id === id ? { id, text: target.value } : option)))
              }
              onPressEnter={(event) => {
                // Enter that chooses among the words of an input method is no new line.
                if (event.nativeEvent.isComposing) return
                event.preventDefault()
                addBehind(at)
              }}
            />
            {moves}
          </>
        )}
      </SortableList>
      {!isFixed && (
        <p className="sy-row sy-wrap sy-gap-2">
          <Button
            type="dashed"
            icon={<Icon name="plus" size={16} />}
            disabled={options.length >= max}
            onClick={() => addBehind(options.length - 1)}
          >
            {addLabel}
          </Button>
          <Button type="text" onClick={() => setLines(options.map(({ text }) => text).join('\n'))}>
            {t('builder.asLines')}
          </Button>
        </p>
      )}
      <Modal
        open={lines !== undefined}
        title={t('builder.asLines')}
        okText={t('builder.apply')}
        onCancel={() => setLines(undefined)}
        onOk={() => {
          const next = optionsOfLines(lines ?? '', options, takenMax.current).slice(0, max)
          if (next.length >= min) onChange(next)
          setLines(undefined)
        }}
      >
        <p className="sy-note">{t('builder.asLinesHint')}</p>
        <Input.TextArea
          aria-label={t('builder.asLines')}
          rows={10}
          value={lines ?? ''}
          onChange={({ target }) => setLines(target.value)}
        />
      </Modal>
    </div>
  )
}
