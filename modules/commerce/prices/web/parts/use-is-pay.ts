import { useSearchParams } from 'react-router'
import type { IsPay } from '../../contract/shapes.ts'

const name = 'isPay'

/** What an address says of it; anything that it can't mean counts as not said. */
export function isPayOf(query: URLSearchParams): IsPay | undefined {
  const text = query.get(name)
  return text === '0' ? 0 : text === '1' ? 1 : undefined
}

/** What a list is filtered by (`PaidFilter`), kept in the address; `reset` leads back to the first page. */
export function useIsPay(reset: () => void): readonly [IsPay | undefined, (value: IsPay | undefined) => void] {
  const [query, setQuery] = useSearchParams()
  const change = (value: IsPay | undefined) => {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === undefined) next.delete(name)
        else next.set(name, String(value))
        return next
      },
      { replace: true },
    )
    reset()
  }
  return [isPayOf(query), change]
}
