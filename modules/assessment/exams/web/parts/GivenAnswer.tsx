import { presentedOf, type QuestionAnswer, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { QuestionView } from '#modules/assessment/questions/web.tsx'
import { Prose } from '#web/ui/Prose.tsx'

interface Props {
  readonly content: QuestionContent
  readonly answer: QuestionAnswer | null
  readonly showsQuestion: boolean
}

/** What a grader reads: a text as a text, and not as the field in which it was written. */
export function GivenAnswer({ content, answer, showsQuestion }: Props) {
  if (content.kind !== 'short-answer' && content.kind !== 'file-answer')
    return <QuestionView question={presentedOf(content)} answer={answer} />
  return (
    <>
      {showsQuestion && <Prose html={content.stem} />}
      {answer?.kind === 'short-answer' && answer.text !== '' && <p className="ex-answer-text">{answer.text}</p>}
    </>
  )
}
