import { Button } from 'antd'
import { useRef } from 'react'
import type { PresentedQuestion } from '#modules/assessment/questions/contract.ts'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly question: PresentedQuestion
  readonly fileIds: readonly string[]
  /** A choice of files opens: looking there is no leave. */
  readonly onOpen: () => void
  readonly onChange: (fileIds: string[]) => void
}

/** The files of an answer. Those that were handed in on another screen are counted, and can be taken back. */
export function AnswerFiles({ question, fileIds, onOpen, onChange }: Props) {
  const t = useText('exams')
  const max = question.filesMax ?? 1
  // Several uploads may end before the answer is drawn again.
  const latest = useRef(fileIds)
  latest.current = fileIds
  const change = (ids: readonly string[]) => {
    latest.current = ids
    onChange([...ids])
  }
  return (
    <div className="sy-column sy-gap-3" onClickCapture={onOpen}>
      {fileIds.length > 0 && (
        <p className="sy-row sy-gap-3" role="status">
          {t('files.count', { count: fileIds.length })}
          <Button size="small" onClick={() => change([])}>
            {t('files.clear')}
          </Button>
        </p>
      )}
      <FileUpload
        kind="attachment"
        countMax={max}
        label={t('files.add', { count: max })}
        onUploaded={(file) => change([...latest.current, file.id].slice(-max))}
        onRemoved={(file) => change(latest.current.filter((one) => one !== file.id))}
      />
    </div>
  )
}
