import { Tag } from 'antd'
import { mapText } from '#web/i18n/map-text.ts'
import { useText } from '#web/i18n/texts.ts'
import type { Putforward } from '../../contract/fields.ts'

const colors = ['processing', 'warning', 'error'] as const

/** What is asked of a reporter, in the words of the map `putforward`; null: it is handed in. */
export function PutforwardTag({ putforward }: { putforward: Putforward }) {
  const t = useText('external')
  if (putforward === null) return <Tag color="success">{t('reporters.done')}</Tag>
  return <Tag color={colors[putforward]}>{mapText('putforward', putforward)}</Tag>
}
