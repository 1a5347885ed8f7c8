import { Button, Dropdown } from 'antd'
import type { CallInput } from '#kit/contract.ts'
import { download } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { exchangeFormats } from '../../contract/exchange.ts'
import { questions } from '../../contract.ts'

interface Props {
  /** Which questions: of all pages, not only of the one that is shown. */
  readonly query: CallInput<typeof questions.exportQuestions>['query']
  readonly label: string
}

/** Questions as a file, in one of the formats that an import reads. */
export function ExportButton({ query, label }: Props) {
  const t = useText('questions')
  const { busy, run } = useAction()
  const items = exchangeFormats.map((format) => ({
    key: format,
    label: t(`format.${format}`),
    onClick: () => void run(() => download(questions.exportQuestions, { query: { ...query, format } })),
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<Icon name="download" size={16} />} loading={busy}>
        {label}
      </Button>
    </Dropdown>
  )
}
