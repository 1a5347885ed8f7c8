import { InputNumber } from 'antd'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import type { DraftChapter } from './outline.ts'

interface Props {
  readonly chapter: DraftChapter
  readonly onChange: (part: Partial<DraftChapter>) => void
}

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
        <MomentField
          id={`${id}-opens`}
          size="small"
          value={opensAt}
          onChange={(instant) => onChange({ opensAt: instant })}
        />
      </span>
      <span>
        <label htmlFor={`${id}-closes`}>{t('edit.closesAt')}</label>
        <MomentField
          id={`${id}-closes`}
          size="small"
          value={closesAt}
          onChange={(instant) => onChange({ closesAt: instant })}
        />
      </span>
    </div>
  )
}
