import { useMemo } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { Starters } from './draft.ts'

/** The words of new options and rows, in the author's language. */
export function useStarters(): Starters {
  const t = useText('surveys')
  return useMemo(
    () => ({
      option: (number: number) => t('builder.option', { number }),
      row: (number: number) => t('builder.row', { number }),
    }),
    [t],
  )
}
