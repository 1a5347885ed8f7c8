import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import type { QuestionAnswer } from '../../contract/answer.ts'
import { presentedOf } from '../../contract/presented.ts'
import type { QuestionContent } from '../../contract/question.ts'
import { type Score, scoreOf } from '../../contract/scoring.ts'
import { QuestionView } from '../question/QuestionView.tsx'
import { VerdictText } from '../question/VerdictText.tsx'

interface Props {
  readonly content: QuestionContent
  readonly scoreTenths: number
}

/** The question as learners will see it. It can be tried: the answer is scored by the rule that scores theirs. */
export function Preview({ content, scoreTenths }: Props) {
  const t = useText('questions')
  const question = useMemo(() => presentedOf(content), [content])
  const [answer, setAnswer] = useState<QuestionAnswer | null>(null)
  const [result, setResult] = useState<Score>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was answered before belonged to another question.
  useEffect(() => {
    setAnswer(null)
    setResult(undefined)
  }, [content.kind])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, another result.
  useEffect(() => setResult(undefined), [content, scoreTenths])
  const clear = () => {
    setAnswer(null)
    setResult(undefined)
  }
  return (
    <div className="sy-column sy-gap-4">
      <QuestionView
        question={question}
        answer={answer}
        onChange={(given) => {
          setAnswer(given)
          setResult(undefined)
        }}
        head={
          <p className="qb-preview-head">
            <span>{t(`kind.${content.kind}`)}</span>
            <small>{t('view.points', { count: scoreTenths / 10 })}</small>
          </p>
        }
      />
      <p className="sy-row sy-wrap sy-gap-2">
        <Button disabled={answer === null} onClick={() => setResult(scoreOf(content, answer, scoreTenths))}>
          {t('preview.score')}
        </Button>
        <Button type="text" disabled={answer === null} onClick={clear}>
          {t('preview.clear')}
        </Button>
      </p>
      <div role="status">
        {result && (
          <p className="qb-result" data-verdict={result.verdict}>
            <strong>
              <VerdictText verdict={result.verdict} />
            </strong>
            {result.verdict !== 'needs-marking' &&
              t('preview.earned', { earned: result.tenths / 10, count: scoreTenths / 10 })}
          </p>
        )}
      </div>
      {result && content.explanation !== '' && (
        <section className="qb-explanation">
          <h3>{t('editor.explanation')}</h3>
          <Prose html={content.explanation} />
        </section>
      )}
    </div>
  )
}
