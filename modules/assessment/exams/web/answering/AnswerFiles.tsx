import type { PresentedQuestion } from '#modules/assessment/questions/contract.ts'
import { FileIdsField } from '#modules/platform/files/web.tsx'

interface Props {
  readonly question: PresentedQuestion
  readonly fileIds: readonly string[]
  /** A choice of files opens: looking there is no leave. */
  readonly onOpen: () => void
  readonly onChange: (fileIds: string[]) => void
}

/** The files of an answer. */
export function AnswerFiles({ question, fileIds, onOpen, onChange }: Props) {
  return (
    <div onClickCapture={onOpen}>
      <FileIdsField max={question.filesMax ?? 1} fileIds={fileIds} onChange={onChange} />
    </div>
  )
}
