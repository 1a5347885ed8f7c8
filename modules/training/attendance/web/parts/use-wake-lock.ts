import { useEffect } from 'react'

/** Keeps the screen of the device on while the component is shown, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock?.request('screen')
        if (isGone) await lock?.release()
      } catch {
        // With a low battery the device refuses.
      }
    }
    // The browser releases it with every change to another tab.
    const follow = () => void take()
    void take()
    document.addEventListener('visibilitychange', follow)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', follow)
      void lock?.release()
    }
  }, [])
}
