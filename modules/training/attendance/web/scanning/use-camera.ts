import { type RefObject, useEffect, useRef, useState } from 'react'

/** `missing`: there is no camera, or the page may not ask for it. */
export type CameraState = 'starting' | 'on' | 'denied' | 'missing'

const wanted = { video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } } } as const

/** The camera at the back of a phone, in a `video` element, as long as the component is shown and the screen is on. */
export function useCamera(): { readonly video: RefObject<HTMLVideoElement | null>; readonly state: CameraState } {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  useEffect(() => {
    let stream: MediaStream | undefined
    let isGone = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
      stream = undefined
    }
    const start = async () => {
      const devices: MediaDevices | undefined = navigator.mediaDevices
      if (!devices?.getUserMedia) return setState('missing')
      try {
        const opened = await devices.getUserMedia(wanted)
        stop()
        stream = opened
        if (isGone) return stop()
        if (video.current) video.current.srcObject = opened
        setState('on')
      } catch (error) {
        setState((error as DOMException).name === 'NotAllowedError' ? 'denied' : 'missing')
      }
    }
    /** Phones end the picture when the screen goes off or another app comes: it starts again. */
    const follow = () => {
      const isOver = stream?.getVideoTracks()[0]?.readyState !== 'live'
      if (document.visibilityState === 'visible' && stream && isOver) void start()
    }
    void start()
    document.addEventListener('visibilitychange', follow)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [])
  return { video, state }
}
