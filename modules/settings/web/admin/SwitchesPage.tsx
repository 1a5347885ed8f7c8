import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

export default function SwitchesPage() {
  const t = useText('settings')
  return <PageHeader title={t('switches.title')} />
}
