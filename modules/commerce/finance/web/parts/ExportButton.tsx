import { Button } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'

export function ExportButton({ onExport }: { readonly onExport: () => Promise<unknown> }) {
  const t = useText('finance')
  const { busy, run } = useAction()
  return (
    <Button loading={busy} icon={<Icon name="download" size={16} />} onClick={() => void run(onExport)}>
      {t('export')}
    </Button>
  )
}
