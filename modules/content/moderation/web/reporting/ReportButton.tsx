import { Suspense, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { part } from '#web/part.ts'
import { Icon } from '#web/ui/Icon.tsx'

const ReportDialog = part(() => import('./ReportDialog.tsx'), ['moderation'])

export interface ReportButtonProps {
  /** The number of the kind that the content's module has registered with `moderated`. */
  readonly businessType: number
  readonly businessId: string
  readonly className?: string
}

/** Opens the dialog that reports a content. */
export default function ReportButton({ businessType, businessId, className }: ReportButtonProps) {
  const t = useText('moderation')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} disabled={isOpen} onClick={() => setIsOpen(true)}>
        <Icon name="alert" size={16} /> {t('report.button')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog businessType={businessType} businessId={businessId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
