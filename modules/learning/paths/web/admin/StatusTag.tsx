import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { PathStatus } from '../../contract/wire.ts'

const colors = { draft: 'default', 'on-shelf': 'success', 'off-shelf': 'warning' } as const

export function StatusTag({ status }: { status: PathStatus }) {
  const t = useText('paths')
  return <Tag color={colors[status]}>{t(`status.${status}`)}</Tag>
}
