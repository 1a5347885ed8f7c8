import { useEffect } from 'react'

/**
 * What is done by a button often takes the button away: once `shown` changes, or the part that calls this goes, the keyboard
 * goes on from the content of the screen, where it would go on from the top of the page.
 */
export function useKeptFocus(shown?: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes, whatever it says.
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    [shown],
  )
}
