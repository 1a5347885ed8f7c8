import { Button } from 'antd'
import { useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { type AnswersHandedIn, answerFileEnding, answerFileLengthMax } from '../../contract/answer-file.ts'
import { exams } from '../../contract.ts'

/** Takes the file that an examinee has saved without a network; shows what is in it before it counts. */
export function HandInButton({ examId }: { examId: string }) {
  const t = useText('exams')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<string>()
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > answerFileLengthMax) return notify('error', t('answerFile.tooLarge'))
    setFile(await chosen.text())
  }
  const summary = ({ examinee, number, taken, known, late, lastTypedAt }: AnswersHandedIn) => [
    t('answerFile.of', { name: examinee, count: number }),
    t('answerFile.taken', { count: taken }),
    ...(known > 0 ? [t('answerFile.known', { count: known })] : []),
    ...(late > 0 ? [t('answerFile.late', { count: late })] : []),
    ...(lastTypedAt === null ? [] : [t('answerFile.typed', { time: dateText(lastTypedAt, 'second') })]),
  ]
  return (
    <>
      <Button icon={<Icon name="upload" size={16} />} onClick={() => input.current?.click()}>
        {t('answerFile.handIn')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('answerFile.handIn')}
        accept={answerFileEnding}
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {file !== undefined && (
        <ForecastDialog
          entry={exams.handInAnswerFile}
          input={{ params: { id: examId }, body: { file } }}
          question={t('answerFile.question')}
          consequence={t('answerFile.consequence')}
          okText={t('answerFile.confirm')}
          summary={({ answer }) => summary(answer)}
          onConfirm={async () => {
            await call(exams.handInAnswerFile, { params: { id: examId }, body: { file } })
            notify('success', t('answerFile.stored'))
          }}
          onClose={() => setFile(undefined)}
        />
      )}
    </>
  )
}
