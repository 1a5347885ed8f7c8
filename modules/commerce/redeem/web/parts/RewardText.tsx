import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import type { Reward } from '../../contract/shapes.ts'

const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** What a card gives, in words. A face value has few enough digits for a number. */
export function RewardText({ reward }: { readonly reward: Reward }) {
  const t = useText('redeem')
  const name = useCurrencyName()
  return <span className="sy-number">{t('coins', { amount: format.format(Number(reward.amount) / 100), name })}</span>
}
