import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { Validity } from '../../contract/shapes.ts'

const colors: Readonly<Record<Validity, string | undefined>> = {
  valid: 'success',
  expiring: 'warning',
  expired: 'error',
  replaced: undefined,
  revoked: 'error',
}

export function ValidityTag({ validity }: { validity: Validity }) {
  const t = useText('certificates')
  return <Tag color={colors[validity]}>{t(`validity.${validity}`)}</Tag>
}
