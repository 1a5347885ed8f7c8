import { useText } from '#web/i18n/texts.ts'
import { moneyText } from '#web/ui/money.ts'
import type { Said } from '../../contract/shapes.ts'

/** What a provider said, in a line: and what of it contradicts the payment. */
export function SaidText({ said }: { said: Said }) {
  const t = useText('payments')
  const { outcome, amount, differs } = said
  if (differs.length > 0)
    return <>{differs.map(({ what, said: text }) => t(`said.differs.${what}`, { text })).join(' · ')}</>
  if (outcome === null) return <>–</>
  return <>{t(`said.${outcome}`, { amount: moneyText(Number(amount ?? '0')) })}</>
}
