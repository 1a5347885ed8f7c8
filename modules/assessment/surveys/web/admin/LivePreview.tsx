import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import type { SurveyContent } from '../../contract/content.ts'
import type { AnswerMap } from '../../contract/path.ts'
import { SurveySheet } from '../respondent/SurveySheet.tsx'

interface Props {
  readonly name: string
  readonly content: SurveyContent
  readonly startPageId: string | undefined
  /** Offers the width of a desktop as well. */
  readonly hasWidths?: boolean
}

/** The survey as respondents meet it: it can be answered, branches and all, and nothing of it is kept. */
export function LivePreview({ name, content, startPageId, hasWidths }: Props) {
  const t = useText('surveys')
  const [answers, setAnswers] = useState<AnswerMap>(new Map())
  const [isDone, setDone] = useState(false)
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [round, setRound] = useState(0)
  const restart = () => {
    setAnswers(new Map())
    setDone(false)
    setRound(round + 1)
  }
  return (
    <div className="sb-preview">
      <p className="sy-row sy-wrap sy-apart sy-gap-2">
        {hasWidths ? (
          <Choice
            label={t('preview.width')}
            options={(['phone', 'desktop'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
            value={width}
            onChange={setWidth}
          />
        ) : (
          <strong>{t('preview.title')}</strong>
        )}
        <button type="button" className="sy-link" onClick={restart}>
          {t('preview.restart')}
        </button>
      </p>
      <div className="sb-device" data-width={hasWidths ? width : 'phone'}>
        {isDone ? (
          <div className="sv-end">
            <h2>{t('end.thanks')}</h2>
            <p>{t('preview.done')}</p>
          </div>
        ) : (
          <SurveySheet
            key={round}
            form={{ name, content, fullQuotas: [] }}
            answers={answers}
            startPageId={round === 0 ? startPageId : undefined}
            seed="preview"
            save={undefined}
            busy={false}
            isFramed
            onChange={setAnswers}
            onSubmit={() => setDone(true)}
          />
        )}
      </div>
    </div>
  )
}
