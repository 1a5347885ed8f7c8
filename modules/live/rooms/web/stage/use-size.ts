import { type RefObject, useEffect, useState } from 'react'

/** The size of an element on the screen; 0 before the first measurement. */
export function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const target = element.current
    if (!target) return
    const watch = new ResizeObserver(() => setSize({ width: target.clientWidth, height: target.clientHeight }))
    watch.observe(target)
    return () => watch.disconnect()
  }, [element])
  return size
}
