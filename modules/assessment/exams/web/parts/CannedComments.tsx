import { Button, Select } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type CannedComment, cannedCommentsMax } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'

interface Props {
  readonly examId: string
  readonly comments: readonly CannedComment[]
  /** What is written now: it can be kept. */
  readonly comment: string
  readonly onChange: (comment: string) => void
}

/** Comments to choose from are added to what is written; what is written is kept for the next time. */
export function CannedComments({ examId, comments, comment, onChange }: Props) {
  const t = useText('exams')
  const { busyWith, run } = useAction()
  const text = comment.trim()
  const isKept = comments.some((one) => one.text === text)
  const keep = () =>
    run(() => call(exams.addCannedComment, { params: { id: examId }, body: { text, isShared: false } }), {
      name: 'keep',
      done: t('marking.cannedKept'),
    })
  return (
    <>
      {comments.length > 0 && (
        <Select
          aria-label={t('marking.canned')}
          placeholder={t('marking.canned')}
          style={{ minWidth: 140 }}
          value={null}
          options={comments.map((one) => ({ value: one.id, label: one.text }))}
          onChange={(id: string | null) => {
            const added = comments.find((one) => one.id === id)?.text ?? ''
            onChange([comment, added].filter((one) => one !== '').join(' '))
          }}
        />
      )}
      {text !== '' && !isKept && comments.length < cannedCommentsMax && (
        <Button type="link" size="small" loading={busyWith === 'keep'} onClick={() => void keep()}>
          {t('marking.keepCanned')}
        </Button>
      )}
    </>
  )
}
