import { Button } from 'antd'
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
  return (
    <div className="sy-column sy-gap-3" onClickCapture={onOpen}>
      {fileIds.length > 0 && (
        <p className="sy-row sy-gap-3" role="status">
          {t('files.count', { count: fileIds.length })}
          <Button size="small" onClick={() => onChange([])}>
            {t('files.clear')}
          </Button>
        </p>
      )}
      <FileUpload
        kind="attachment"
        countMax={max}
        label={t('files.add', { count: max })}
        onUploaded={(file) => onChange([...fileIds, file.id].slice(-max))}
        onRemoved={(file) => onChange(fileIds.filter((one) => one !== file.id))}
      />
    </div>
  )
}
