import { type RefObject, useEffect, useRef } from 'react'

/** A row of links that scrolls where it is too wide: the link of the screen is brought into sight whenever another one is opened. */
export function useCurrentInSight(pathname: string): RefObject<HTMLUListElement | null> {
  const row = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another entry, which is to be seen.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (link && row.current) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 16
  }, [pathname])
  return row
}
