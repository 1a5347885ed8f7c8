import { download } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { redeem } from '../../contract.ts'

interface Props {
  readonly id: string
  readonly count: number
  readonly onMade: () => void
}

/** The file leaves once: the question says so. */
export function MakeCodesButton({ id, count, onMade }: Props) {
  const t = useText('redeem')
  const make = async () => {
    await download(redeem.makeCodes, { params: { id }, body: { format: 'xlsx' } }).catch(() => undefined)
    onMade()
  }
  return (
    <ConfirmButton
      type="primary"
      question={t('make.question', { count })}
      consequence={t('make.consequence')}
      confirmText={t('make.confirm')}
      onConfirm={make}
    >
      {t('make.button')}
    </ConfirmButton>
  )
}
