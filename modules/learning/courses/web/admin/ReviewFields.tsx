import { Input, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { Field } from './Field.tsx'

export interface Review {
  readonly needsReview: boolean
  readonly reviewGuide: string
  readonly reviewDeadline: number | null
}

interface Props {
  readonly value: Review
  readonly problem: ReactNode
  readonly onChange: (part: Partial<Review>) => void
}

/** Whether a section is finished by proof, what is to be handed in, and until when. */
export function ReviewFields({ value, problem, onChange }: Props) {
  const t = useText('courses')
  const id = useId()
  return (
    <>
      <div className="co-form-switch">
        <Switch
          id={`${id}-review`}
          checked={value.needsReview}
          onChange={(needsReview) => onChange({ needsReview })}
          aria-label={t('authoring.needsReview')}
        />
        <label htmlFor={`${id}-review`}>
          {t('authoring.needsReview')}
          <small>{t('authoring.needsReviewHint')}</small>
        </label>
      </div>
      {value.needsReview && (
        <>
          <Field id={`${id}-guide`} label={t('authoring.reviewGuide')} problem={problem}>
            <Input.TextArea
              id={`${id}-guide`}
              value={value.reviewGuide}
              maxLength={1000}
              showCount
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder={t('authoring.reviewGuideExample')}
              onChange={(event) => onChange({ reviewGuide: event.target.value })}
            />
          </Field>
          <Field id={`${id}-deadline`} label={t('authoring.reviewDeadline')} hint={t('authoring.reviewDeadlineHint')}>
            <MomentField
              id={`${id}-deadline`}
              value={value.reviewDeadline}
              onChange={(reviewDeadline) => onChange({ reviewDeadline })}
            />
          </Field>
        </>
      )}
    </>
  )
}
