import { Button } from 'antd'
import { download } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { exams } from '../../contract.ts'

/** All answers as a spreadsheet, until 48 hours after the end. */
export function ExportButton({ examId }: { examId: string }) {
  const t = useText('exams')
  const { busy, run } = useAction()
  return (
    <Button
      loading={busy}
      icon={<Icon name="download" size={16} />}
      onClick={() => void run(() => download(exams.exportAnswers, { params: { id: examId } }))}
    >
      {t('invigilation.export')}
    </Button>
  )
}
