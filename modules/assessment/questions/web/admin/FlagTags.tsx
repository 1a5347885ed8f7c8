import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { ItemFlag } from '../../contract/statistics.ts'

/** What stands out of a question. */
export function FlagTags({ flags }: { flags: readonly ItemFlag[] }) {
  const t = useText('questions')
  if (flags.length === 0) return null
  return (
    <span>
      {flags.map((flag) => (
        <Tag key={flag} color={flag === 'negative-discrimination' ? 'error' : 'warning'} title={t(`flagHint.${flag}`)}>
          {t(`flag.${flag}`)}
        </Tag>
      ))}
    </span>
  )
}
