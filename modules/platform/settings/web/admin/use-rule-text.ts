import { useCallback } from 'react'
import { useCurrencyName } from '#web/app-state.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'

/** The texts of rules, with the company's own word for its coins (SYSTEM-050); `Coin` begins a text. */
export function useRuleText(): TextOf {
  const t = useText('settings')
  const coin = useCurrencyName()
  return useCallback<TextOf>(
    (key, values) => t(key, { coin, Coin: coin.charAt(0).toUpperCase() + coin.slice(1), ...values }),
    [t, coin],
  )
}
