import { useContext, useEffect, useRef, useState } from 'react'
import { fittingWidth, sizedUrl } from './picture.ts'
import { Standing } from './standing.ts'

/** So far below the screen a picture is fetched; browsers' own `loading="lazy"` begins 1,250 pixels before. */
const MARGIN = '300px'
/** What has been on the screen once is in the browser's cache: in this width, `Infinity` as it was uploaded. */
const seen = new Map<string, number>()

const addressOf = (src: string, width: number) => sizedUrl(src, width === Infinity ? 0 : width)

/**
 * A picture that is fetched when it is about to be seen, in the width of its place, which has its size by itself. Where late
 * answers may still push it out of sight, it waits for them. Give it another `key` for another `src`.
 */
export function LatePicture({ src, onError }: { src: string; onError: () => void }) {
  const [width, setWidth] = useState(seen.get(src))
  const picture = useRef<HTMLImageElement>(null)
  const stands = useContext(Standing)
  useEffect(() => {
    const image = picture.current
    if (!image) return
    const show = () => {
      const fitting = fittingWidth(image.clientWidth * devicePixelRatio) || Infinity
      const widest = Math.max(fitting, seen.get(src) ?? 0)
      seen.set(src, widest)
      setWidth(widest)
    }
    if (seen.has(src)) {
      show()
      return
    }
    if (!stands) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        show()
      },
      { rootMargin: MARGIN },
    )
    watch.observe(image)
    return () => watch.disconnect()
  }, [src, stands])
  const address = width === undefined ? undefined : addressOf(src, width)
  return <img ref={picture} src={address} alt="" data-late={width === undefined} onError={onError} />
}
