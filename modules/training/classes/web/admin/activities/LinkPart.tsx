import { Input } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { KindPartProps } from './part-props.ts'

export const isAddress = (url: string): boolean => /^https?:\/\/./.test(url)

/** The address of a page elsewhere. */
export function LinkPart({ activity: { url }, onChange }: KindPartProps) {
  const t = useText('classes')
  return (
    <Input
      className="cl-edit-wide"
      aria-label={t('activities.url')}
      placeholder="https://"
      value={url}
      maxLength={2000}
      status={isAddress(url) ? '' : 'error'}
      onChange={(event) => onChange({ url: event.target.value })}
    />
  )
}
