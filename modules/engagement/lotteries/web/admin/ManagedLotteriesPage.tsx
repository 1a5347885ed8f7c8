import { useSearchParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import ManagedLotteries from '../parts/ManagedLotteries.tsx'

/** The lotteries that the member runs; of a class or the like where the address names one. */
export default function ManagedLotteriesPage() {
  const t = useText('lotteries')
  const [parameters] = useSearchParams()
  const [scopeKind, scopeId] = [parameters.get('scopeKind'), parameters.get('scopeId')]
  return (
    <>
      <PageHeader title={t('managing.title')} description={t('managing.description')} />
      <ManagedLotteries {...(scopeKind !== null && scopeId !== null && { scopeKind, scopeId })} />
    </>
  )
}
