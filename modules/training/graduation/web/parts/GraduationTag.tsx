import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'

/** In the words of map `graduation` (TRAINING-010). */
export function GraduationTag({ state }: { state: 1 | 2 }) {
  const t = useText('graduation')
  return <Tag color={state === 2 ? 'success' : undefined}>{t(`maps.graduation.${state}`)}</Tag>
}
