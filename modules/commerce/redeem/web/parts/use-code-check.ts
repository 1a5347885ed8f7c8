import { useText } from '#web/i18n/texts.ts'
import { cardCodeProblem } from '../../contract/card-codes.ts'

/** A rule of a form: says a mistyped code before it is sent. */
export function useCodeCheck() {
  const t = useText('redeem')
  return async (_: unknown, typed = '') => {
    const problem = cardCodeProblem(typed)
    if (problem !== undefined) throw new Error(t(`code.${problem}`))
  }
}
