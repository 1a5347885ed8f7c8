import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import type { PackageInfo } from '../../contract.ts'
import { ShortestTimeModal } from './ShortestTimeModal.tsx'

export interface ShortestTimeProps {
  readonly item: PackageInfo
}

/** The shortest credible time of a package in a line, to be changed there. */
export default function ShortestTime({ item }: ShortestTimeProps) {
  const t = useText('packages')
  const [isOpen, setOpen] = useState(false)
  const { shortestSeconds, title } = item
  return (
    <>
      <Button
        type="link"
        size="small"
        className="package-shortest"
        aria-label={t('time.changeOf', { title })}
        onClick={() => setOpen(true)}
      >
        {shortestSeconds === 0 ? t('time.none') : clockText(shortestSeconds * 1000)}
      </Button>
      {isOpen && <ShortestTimeModal item={item} onClose={() => setOpen(false)} />}
    </>
  )
}
