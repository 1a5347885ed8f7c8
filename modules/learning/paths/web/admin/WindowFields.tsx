import { Input, InputNumber } from 'antd'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import type { DraftChapter } from './outline.ts'

interface Props {
  readonly chapter: DraftChapter
  readonly onChange: (part: Partial<DraftChapter>) => void
}

/** `2026-03-01T09:00` as the browser's own field has it. */
const fieldText = (instant: number | null) => (instant === null ? '' : dateText(instant, 'minute').replace(' ', 'T'))
const instantOf = (text: string) => (text === '' ? null : new Date(text).getTime())

/** When a chapter opens and closes. The first one has no window. */
export function WindowFields({ chapter, onChange }: Props) {
  const t = useText('paths')
  const id = useId()
  const { opensAfterDays, opensAt, closesAt } = chapter
  return (
    <div className="sy-flow lp-windows">
      <span>
        <label htmlFor={`${id}-days`}>{t('edit.opensAfter')}</label>
        <InputNumber
          id={`${id}-days`}
          size="small"
          min={0}
          max={3650}
          precision={0}
          value={opensAfterDays}
          placeholder="—"
          suffix={t('edit.days')}
          onChange={(value) => onChange({ opensAfterDays: value })}
        />
      </span>
      <span>
        <label htmlFor={`${id}-opens`}>{t('edit.opensAt')}</label>
        <Input
          id={`${id}-opens`}
          size="small"
          type="datetime-local"
          value={fieldText(opensAt)}
          onChange={(event) => onChange({ opensAt: instantOf(event.target.value) })}
        />
      </span>
      <span>
        <label htmlFor={`${id}-closes`}>{t('edit.closesAt')}</label>
        <Input
          id={`${id}-closes`}
          size="small"
          type="datetime-local"
          value={fieldText(closesAt)}
          onChange={(event) => onChange({ closesAt: instantOf(event.target.value) })}
        />
      </span>
    </div>
  )
}
